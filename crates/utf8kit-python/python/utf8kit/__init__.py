"""UTF-8 and related encodings: decode, validate, repair and inspect text."""

from utf8kit._utf8kit import __version__ as __version__

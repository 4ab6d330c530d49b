"""UTF-8 and related encodings: decode, validate, repair and inspect text."""

from utf8kit._utf8kit import __version__ as __version__
from utf8kit._utf8kit import count as count
from utf8kit._utf8kit import decode as decode
from utf8kit._utf8kit import encode as encode
from utf8kit._utf8kit import is_valid as is_valid
from utf8kit._utf8kit import repair as repair
from utf8kit._utf8kit import validate as validate

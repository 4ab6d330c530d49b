"""UTF-8 and related encodings: decode, validate, repair and inspect text."""

from utf8kit._utf8kit import __version__ as __version__

# Rules, detection, inspection, repair, normalization.
from utf8kit._utf8kit import Context as Context
from utf8kit._utf8kit import Finding as Finding
from utf8kit.lint import RULES as RULES
from utf8kit.lint import Detection as Detection
from utf8kit.lint import check as check
from utf8kit.lint import detect as detect
from utf8kit.lint import fix as fix
from utf8kit.lint import inspect as inspect
from utf8kit.normalize import compare as compare
from utf8kit.normalize import search as search

#include "utf8kit.h"

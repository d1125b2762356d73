// ICU's types must stay out: Foundation has its own ICU, and both name UErrorCode.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlsave.h>
#include <libxml/SAX2.h>
#include <libxml/HTMLparser.h>

// OpenSSL's libcrypto, 3.0 or later: digests, Ed25519 and RSA through its envelope functions.
#ifndef HYBRID_CLIBCRYPTO_SHIM_H
#define HYBRID_CLIBCRYPTO_SHIM_H

#define OPENSSL_NO_DEPRECATED
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#endif

import { maxPemLength, pemTooLarge } from '../../../contract/app/calls/profiles/network.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'

const unreadable = 'This file couldn’t be read. It may have been moved or changed. Choose it again.'

/**
 * Returns a file's certificates as PEM. Many authorities use the binary form (DER) with the same `.crt` and `.cer`
 * extensions; it is converted as in RFC 7468. A large file isn't read, because it could freeze the window.
 */
export async function readPem(file: Blob): Promise<Result<string>> {
  if (file.size > maxPemLength) return fail({ code: 'invalid_input', fields: { pem: pemTooLarge } })
  try {
    return ok(toPem(new Uint8Array(await file.arrayBuffer())))
  } catch {
    return fail({ code: 'invalid_input', fields: { pem: unreadable } })
  }
}

function toPem(bytes: Uint8Array): string {
  // A DER certificate is an ASN.1 sequence, which starts with this byte; PEM text never does.
  if (bytes[0] !== 0x30) return new TextDecoder().decode(bytes)
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const lines = btoa(binary).match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

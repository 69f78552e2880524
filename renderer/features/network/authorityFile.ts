/**
 * Returns a file's certificates as PEM. Many authorities use the binary form (DER) with the same `.crt` and `.cer`
 * extensions; it is converted as in RFC 7468.
 */
export async function readPem(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // A DER certificate is an ASN.1 sequence, which starts with this byte; PEM text never does.
  if (bytes[0] !== 0x30) return new TextDecoder().decode(bytes)
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const lines = btoa(binary).match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

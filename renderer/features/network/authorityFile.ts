/**
 * The certificates of a file as PEM. Many authorities hand out the binary form (DER) under the same `.crt` and `.cer`;
 * RFC 7468 says how one becomes the other.
 */
export async function readPem(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // A certificate is an ASN.1 sequence, which begins with this byte; text in PEM form never does.
  if (bytes[0] !== 0x30) return new TextDecoder().decode(bytes)
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const lines = btoa(binary).match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

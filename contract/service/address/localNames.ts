/**
 * Suffixes of names that only local resolvers know (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN for `.internal`, and
 * names that routers commonly use).
 */
const localNames =
  /(^|\.)(local|localhost|localdomain|internal|test|onion|alt|home\.arpa|lan|home|corp|intranet|private)$/i

/** Whether a host name, without a dot at its end, is one that only a local network knows. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || localNames.test(name)
}

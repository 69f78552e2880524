/**
 * Whether a host name is this computer: 127.0.0.0/8, `[::1]`, `localhost` or a subdomain of it (RFC 6761
 * §6.3).
 */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|\[?::1\]?|(.+\.)?localhost)$/i.test(hostname)
}

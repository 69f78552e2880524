/** Whether a host name means this computer: 127.0.0.0/8, `[::1]`, `localhost` and its subdomains (RFC 6761 §6.3). */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|\[?::1\]?|(.+\.)?localhost)$/i.test(hostname)
}

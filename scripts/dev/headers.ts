import { securityHeaders } from '../../core/page/headers.ts'

const scripts = "script-src 'self'"
const connections = "connect-src 'self'"

/**
 * Returns the window's headers plus those of the dev server: React's inline preamble, allowed by the nonce, and the
 * WebSocket of hot reload. Throws if the window's policy no longer has the rules extended here.
 */
export function devHeaders(nonce: string, port: number): Record<string, string> {
  const headers = securityHeaders(nonce)
  const policy = headers['Content-Security-Policy'] ?? ''
  for (const rule of [scripts, connections])
    if (!policy.includes(rule)) throw new Error(`The window's policy has no ${rule}.`)
  const extended = policy
    .replace(scripts, `${scripts} 'nonce-${nonce}'`)
    .replace(connections, `${connections} ws://127.0.0.1:${port}`)
  return { ...headers, 'Content-Security-Policy': extended, 'Cache-Control': 'no-store' }
}

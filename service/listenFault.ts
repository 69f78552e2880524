/** Why the service cannot listen where `HOST` and `PORT` say, in a sentence; `null` for any other error. */
export function listenFault(error: unknown): string | null {
  const { code = 'unknown reason', syscall, address, port, hostname } = error as Fault
  if (syscall === 'getaddrinfo') return `HOST is ${hostname}, a name that cannot be resolved (${code}).`
  // Of a worker that shares its port, Node calls the same step by another name.
  if (syscall !== 'listen' && syscall !== 'bind') return null
  const place = address?.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
  return `The service cannot listen on ${place}: ${reasons[code] ?? 'the system refuses it'} (${code}).`
}

type Fault = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there. End it, or set PORT to another port',
  EACCES:
    'its user may not, which is usual below port 1024. Set PORT to a higher one, or give it the right to',
  EADDRNOTAVAIL: 'HOST is no address of this computer. Set it to one, or to 0.0.0.0 or :: for all',
}

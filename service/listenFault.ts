import { StartFault, WrongSetting } from './settings/wrongSetting.ts'

/**
 * Why the service cannot listen where `HOST` and `PORT` say; any other error as it is. Most of it may pass: another program
 * ends, or a network comes up after the service.
 */
export function listenFault(error: unknown): unknown {
  const { code = 'unknown reason', syscall, address, port, hostname } = error as Fault
  if (syscall === 'getaddrinfo') {
    return new StartFault(`HOST is ${hostname}, a name that cannot be resolved (${code}).`)
  }
  // Of a worker that shares its port, Node calls the same step by another name.
  if (syscall !== 'listen' && syscall !== 'bind') return error
  const place = address?.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
  const sentence = `The service cannot listen on ${place}: ${reasons[code] ?? 'the system refuses it'} (${code}).`
  return code === 'EACCES' ? new WrongSetting(sentence) : new StartFault(sentence)
}

type Fault = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there. End it, or set PORT to another port',
  EACCES:
    'its user may not, which is usual below port 1024. Set PORT to a higher one, or give it the right to',
  EADDRNOTAVAIL: 'HOST is no address of this computer. Set it to one, or to 0.0.0.0 or :: for all',
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import react from '@vitejs/plugin-react'
import { createServer as createVite, type ProxyOptions, type ViteDevServer } from 'vite'
import { exportPath } from '../../contract/app/window/exportPath.ts'
import { securityHeaders } from '../../core/page/headers.ts'

export interface WindowServerOptions {
  root: string
  /** 0 for any free port. */
  port: number
  /** The port of the browser host, which may be restarting. */
  hostPort: number
}

/** Paths that the browser host answers; the dev server answers all others from the sources. */
const hostPaths = ['/call/', exportPath, '/licenses.md']

/** Serves the window with hot reload on 127.0.0.1 only. Throws if the port is in use. */
export async function startWindowServer({ root, port, hostPort }: WindowServerOptions) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const vite = await createWindowVite(root, server, { origin, hostPort })
  server.on('request', vite.middlewares)
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await vite.close()
  }
  return {
    /** Ends with `/` and has no token. */
    address: `${origin}/`,
    close,
  }
}

/**
 * Vite installs no signal handlers without its own server. They would end this process before the app has closed.
 */
async function createWindowVite(
  root: string,
  server: Server,
  { origin, hostPort }: { origin: string; hostPort: number },
): Promise<ViteDevServer> {
  const nonce = randomBytes(16).toString('base64')
  const proxy = proxyToHost(origin, hostPort)
  return await createVite({
    configFile: false,
    root: join(root, 'renderer'),
    cacheDir: join(root, 'node_modules', '.vite', 'dev'),
    plugins: [
      react(),
      { name: 'page-nonce', transformIndexHtml: (html) => html.replaceAll('__CSP_NONCE__', nonce) },
    ],
    html: { cspNonce: nonce },
    clearScreen: false,
    logLevel: 'warn',
    server: {
      middlewareMode: { server },
      ws: { server },
      headers: devHeaders(nonce, origin),
      proxy: Object.fromEntries(hostPaths.map((path) => [path, proxy])),
      // Other origins must not read this server's responses.
      cors: false,
      fs: { allow: ['renderer', 'contract', 'node_modules'].map((folder) => join(root, folder)) },
    },
  })
}

/**
 * Passes requests on to the browser host. It accepts only its own `Host` and `Origin`, so both are replaced if they are
 * those of the dev server. A call from any other origin gets 403 from it.
 */
function proxyToHost(origin: string, hostPort: number): ProxyOptions {
  const target = `http://127.0.0.1:${hostPort}`
  return {
    target,
    changeOrigin: true,
    bypass: () => waitForHost(hostPort),
    configure: (proxy) => {
      proxy.on('proxyReq', (forwarded, { headers }) => {
        if (headers.origin === origin) forwarded.setHeader('origin', target)
      })
      // Without an answer, the window says that the app isn't running, which is true.
      proxy.on('error', (_error, request) => request.socket.destroy())
    },
  }
}

/** Maximum time for the browser host to restart after a change, in milliseconds. */
const maxRestartMs = 30_000

/** Resolves when the browser host accepts connections, or if it doesn't restart, for instance because it crashed. */
async function waitForHost(port: number): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < maxRestartMs;) {
    const socket = connect(port, '127.0.0.1')
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) return
    await pause(50)
  }
}

/** Returns the window's headers, which also allow React's inline preamble by the nonce, and the WebSocket of hot reload. */
function devHeaders(nonce: string, origin: string): Record<string, string> {
  const headers = securityHeaders(nonce)
  const policy = (headers['Content-Security-Policy'] ?? '')
    .replace("script-src 'self'", `$& 'nonce-${nonce}'`)
    .replace("connect-src 'self'", `$& ${origin.replace('http:', 'ws:')}`)
  return { ...headers, 'Content-Security-Policy': policy }
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { exportPath } from '../../contract/app/window/exportPath.ts'
import { securityHeaders } from '../../core/page/headers.ts'
import { isOwnHost } from '../../loopback/requestOrigin.ts'
import { forwardToHost, rejectRequest } from './forward.ts'

const scripts = "script-src 'self'"
const connections = "connect-src 'self'"

export interface WindowServerOptions {
  root: string
  /** 0 for any free port. */
  port: number
  /** Resolves with the port of the browser host when it can answer. */
  hostPort: () => Promise<number>
}

/** Paths that the browser host answers; the dev server answers all others from the sources. */
const hostPaths = ['/call/', exportPath, '/licenses.md']

/** Serves the window with hot reload on 127.0.0.1 only. Throws if the port is in use. */
export async function startWindowServer({ root, port, hostPort }: WindowServerOptions) {
  const nonce = randomBytes(16).toString('base64')
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  const vite = await createWindowVite(root, server, nonce)
  const headers = devHeaders(nonce, ownPort)
  server.on('request', (request, response) => {
    if (!isOwnHost(request)) {
      rejectRequest(response)
    } else if (hostPaths.some((path) => request.url?.startsWith(path))) {
      void forwardToHost(request, response, hostPort)
    } else {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      vite.middlewares(request, response)
    }
  })
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await vite.close()
  }
  return {
    /** Ends with `/` and has no token. */
    address: `http://127.0.0.1:${ownPort}/`,
    close,
  }
}

/**
 * Vite installs no signal handlers without its own server. They would end this process before the app has closed.
 */
async function createWindowVite(root: string, server: Server, nonce: string): Promise<ViteDevServer> {
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
      // Other origins must not read this server's responses.
      cors: false,
      fs: { allow: ['renderer', 'contract', 'node_modules'].map((folder) => join(root, folder)) },
    },
  })
}

/**
 * Returns the window's headers plus those of the dev server: React's inline preamble, allowed by the nonce, and the
 * WebSocket of hot reload. Throws if the window's policy no longer has the rules extended here.
 */
function devHeaders(nonce: string, port: number): Record<string, string> {
  const headers = securityHeaders(nonce)
  const policy = headers['Content-Security-Policy'] ?? ''
  for (const rule of [scripts, connections])
    if (!policy.includes(rule)) throw new Error(`The window's content security policy has no ${rule}.`)
  const extendedPolicy = policy
    .replace(scripts, `${scripts} 'nonce-${nonce}'`)
    .replace(connections, `${connections} ws://127.0.0.1:${port}`)
  return { ...headers, 'Content-Security-Policy': extendedPolicy, 'Cache-Control': 'no-store' }
}

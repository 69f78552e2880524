import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent, request, type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { HttpExecutor, configureRequestOptions, configureRequestUrl } from 'builder-util-runtime'

/** Opens a TLS connection to the server of a URL. */
export type Connect = (url: URL) => Promise<Duplex>

type DownloadOptions = Parameters<HttpExecutor<ClientRequest>['downloadToBuffer']>[1]

/**
 * Sends the library's requests over the app's own connections, with the proxy and the authorities of its settings. By default, the
 * library uses a session of Chromium, which knows neither.
 */
export class UpdateExecutor extends HttpExecutor<ClientRequest> {
  readonly #agent: Agent

  constructor(connect: Connect) {
    super()
    this.#agent = new ConnectingAgent(connect)
  }

  createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    return request({ ...options, agent: this.#agent }, callback)
  }

  /** Downloads a file. Resolves with its path. */
  async download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return await options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const target: RequestOptions = { headers: options.headers ?? {} }
      configureRequestUrl(url, target)
      configureRequestOptions(target)
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination))
      this.doDownload(target, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

class ConnectingAgent extends Agent {
  readonly #connect: Connect

  constructor(connect: Connect) {
    super()
    this.#connect = connect
  }

  override createConnection(
    { host, port }: RequestOptions,
    callback: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const name = host?.includes(':') ? `[${host}]` : host
    const url = new URL(`https://${name ?? ''}:${port ?? 443}/`)
    this.#connect(url).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error as Error, undefined as never),
    )
  }
}

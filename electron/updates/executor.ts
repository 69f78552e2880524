import type { ClientRequest, IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
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
  readonly #connect: Connect

  constructor(connect: Connect) {
    super()
    this.#connect = connect
  }

  createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    const createConnection: RequestOptions['createConnection'] = ({ host, port }, done) => {
      this.#connect(new URL(`https://${host}:${port}/`)).then(
        (socket) => done(null, socket),
        (error: unknown) => done(error as Error, undefined as never),
      )
      return undefined
    }
    return request({ ...options, defaultPort: 443, createConnection }, callback)
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

import {
  codePaths,
  readCredential,
  oneTimeAddress,
  tokenHeader,
} from '../../contract/app/window/windowAddress.ts'

const { request } = process.getBuiltinModule('node:http')

/** Timeout in milliseconds. The other instance is local, so it responds immediately or hangs. */
const limitMs = 5_000
/** Maximum response size in bytes. */
const maxResponseLength = 1_000

/**
 * Requests a one-time address of the window from the instance that uses the data folder. The window's own address
 * contains the token, which must not become a program argument. Returns `null` if the instance doesn't respond.
 */
export async function requestOneTimeAddress(address: string): Promise<string | null> {
  const { origin, hash } = new URL(address)
  const code = await requestCode(origin, readCredential(hash)?.value ?? '').catch(() => null)
  return code === null ? null : oneTimeAddress(origin, code)
}

function requestCode(origin: string, token: string): Promise<string | null> {
  const headers = { origin, [tokenHeader]: token, 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(limitMs)
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      origin + codePaths.issue,
      { method: 'POST', headers, signal },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
          if (text.length > maxResponseLength) response.destroy()
        })
        response.on('end', () => resolve(response.statusCode === 200 ? codeIn(text) : null))
        response.on('close', () => resolve(null))
      },
    )
    clientRequest.on('error', reject).end('{}')
  })
}

function codeIn(text: string): string | null {
  return /^\{"ok":true,"value":"([\w-]{20,100})"\}$/.exec(text)?.[1] ?? null
}

import {
  codePaths,
  readCredential,
  oneTimeAddress,
  tokenHeader,
} from '../../contract/app/window/windowAddress.ts'

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

async function requestCode(origin: string, token: string): Promise<string | null> {
  const response = await fetch(origin + codePaths.issue, {
    method: 'POST',
    headers: { origin, [tokenHeader]: token, 'content-type': 'application/json' },
    body: '{}',
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
  })
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.length > maxResponseLength) return null
  }
  return response.status === 200 ? codeIn(text) : null
}

function codeIn(text: string): string | null {
  return /^\{"ok":true,"value":"([\w-]{20,100})"\}$/.exec(text)?.[1] ?? null
}

import { maxImageBytes, type FetchedImage } from '../../contract/app/calls/app/images.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import { imageError } from '../../contract/service/link/imageError.ts'
import type { HttpResponse } from '../client/response.ts'
import type { Sender } from '../client/sender.ts'
import { readImageHeader } from './imageHeader.ts'

/** As many as networks follow at least. */
const maxRedirects = 3
/** Maximum number of pixels to draw: a decoded pixel takes four bytes, however small the file is. */
const maxPixels = 40_000_000

/**
 * Fetches a preview image like a network that draws a card, but only from public hosts over HTTPS, also after a
 * redirect. Returns why there is none that networks show; fails if the host can't be reached.
 */
export async function fetchImage(
  { send }: Pick<Sender, 'send'>,
  address: string,
  signal: AbortSignal,
): Promise<Result<FetchedImage>> {
  let url = address
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const error = imageError(url)
    if (error !== null) return refuse('refused', error)
    const result = await send({
      about: { operation: 'image', profile: null, baseUrl: new URL(url).origin, environment: '', attempt: 1 },
      method: 'GET',
      url,
      headers: { Accept: 'image/*' },
      maxBytes: maxImageBytes,
      isBinary: true,
      reach: 'public',
      signal,
    })
    if (!result.ok) {
      const { problem } = result
      return problem.code === 'answer_too_large' ? refuse('too_large') : fail(problem)
    }
    const { status, headers } = result.response
    const next = status >= 300 && status < 400 ? URL.parse(headers['location'] ?? '', url) : null
    if (!next) return status === 200 ? readImage(result.response) : refuse('status', String(status))
    url = next.href
  }
  return refuse('redirects')
}

function readImage({ headers, body = Buffer.alloc(0) }: HttpResponse): Result<FetchedImage> {
  const header = readImageHeader(body)
  if (!header) {
    const start = body.toString('latin1', 0, 1_024)
    const isSvg = /svg/i.test(headers['content-type'] ?? '') || /<svg[\s>]/i.test(start)
    return refuse(isSvg ? 'svg' : 'other_type')
  }
  const canDraw = header.width * header.height <= maxPixels
  // The type in the file decides, not the header, so that nothing else can be shown.
  const dataUrl = canDraw ? `data:image/${header.type};base64,${body.toString('base64')}` : null
  return ok({ ok: true, ...header, bytes: body.length, dataUrl })
}

type Refusal = Extract<FetchedImage, { ok: false }>

function refuse(reason: Refusal['reason'], detail?: string): Result<FetchedImage> {
  return ok({ ok: false, reason, ...(detail !== undefined && { detail }) })
}

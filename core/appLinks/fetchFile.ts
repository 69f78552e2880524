import { maxAssociationBytes } from '../../contract/service/appLinks/fileJson.ts'
import { finding, type Finding } from '../../contract/service/appLinks/finding.ts'
import { findingCodes, type FindingCode } from '../../contract/service/appLinks/findingTexts.ts'
import type { AppPlatform, FetchedFile } from '../../contract/service/appLinks/matching/evaluate.ts'
import { appLinksHeader, appLinksReasons } from '../../contract/service/appLinks/serviceHeader.ts'
import type { AppLinksReason } from '../../contract/service/appLinks/serviceHeader.ts'
import type { Problem, ProblemCode } from '../../contract/app/problems/problem.ts'
import type { HttpResponse } from '../client/response.ts'
import type { Sender } from '../client/sender.ts'
import type { Reach } from '../network/publicHosts.ts'

const fileNames: Record<AppPlatform, string> = {
  ios: 'apple-app-site-association',
  android: 'assetlinks.json',
}

interface RequestedFile {
  origin: string
  platform: AppPlatform
  reach: Reach
  signal: AbortSignal
}

/** Fetches a platform's association file as phones do: over HTTPS, without following redirects. */
export async function fetchFile(
  sender: Pick<Sender, 'send'>,
  { origin, platform, reach, signal }: RequestedFile,
): Promise<FetchedFile> {
  const result = await sender.send({
    about: { operation: 'app_links', profile: null, baseUrl: origin, environment: '', attempt: 1 },
    method: 'GET',
    url: `${origin}/.well-known/${fileNames[platform]}`,
    headers: { Accept: 'application/json' },
    maxBytes: maxAssociationBytes,
    keepByteOrderMark: true,
    reach,
    signal,
  })
  if (!result.ok) return { ok: false, finding: connectionFinding(result.problem, platform) }
  const { response } = result
  if (response.status !== 200) return { ok: false, finding: statusFinding(response) }
  return { ok: true, contentType: response.headers['content-type'] ?? null, text: response.text }
}

/** The findings of problems with another code. Those of most network problems have the same one. */
const byProblem: Partial<Record<ProblemCode, FindingCode>> = {
  local_address: 'local_link',
  service_not_allowed: 'not_allowed',
  proxy_auth: 'proxy_failed',
  proxy_scheme: 'proxy_failed',
  proxy_unsupported: 'proxy_failed',
  tls_not_yet_valid: 'tls_expired',
  tls_not_spoken: 'tls_failed',
}

const findFinding = (code: string) => findingCodes.find((known) => known === code)

function connectionFinding({ code, detail }: Problem, platform: AppPlatform): Finding {
  if (code === 'answer_too_large')
    return finding(platform === 'ios' ? 'apple_too_large' : 'android_too_large')
  // An unreachable DNS resolver isn't a finding about the domain.
  if (code === 'dns_failed' && detail?.startsWith('EAI_AGAIN')) return finding('network_failed', detail)
  return finding(byProblem[code] ?? findFinding(code) ?? 'network_failed', detail)
}

const byStatus: Record<number, FindingCode> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  410: 'not_found',
}

function statusFinding({ status, headers }: HttpResponse): Finding {
  if (status >= 300 && status < 400) return finding('redirected', headers['location'] ?? `status ${status}`)
  const reason = headers[appLinksHeader] ?? ''
  if (status === 404 && Object.hasOwn(appLinksReasons, reason))
    return finding(appLinksReasons[reason as AppLinksReason])
  return finding(byStatus[status] ?? 'unexpected_status', `status ${status}`)
}

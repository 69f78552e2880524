import { parseAnnouncement, apiPrefix } from '../../contract/service/api/headers.ts'
import { readBaseUrl } from '../../contract/service/address/baseUrl.ts'
import type { CallOutput } from '../../contract/app/calls/calls.ts'
import { stepNames, type StepName } from '../../contract/app/calls/profiles/connection.ts'
import { parseJsonObject, type HttpResponse } from '../client/response.ts'
import type { Destination } from '../client/client.ts'
import type { Network } from '../network/network.ts'
import { connectionStep, nameStep, tlsStep } from './networkSteps.ts'
import { probe, type Probe, type ProbeParts } from './probe.ts'
import { failed, passed, toConnectionSteps, type CheckResult } from './step.ts'

export type ConnectionTestResult = CallOutput<'connection.test'>

/** Without a key, the test stops at the first step that needs one. */
export type TestDestination = Omit<Destination, 'key'> & { key: string | null }

export interface ConnectionTestParts extends ProbeParts {
  network: Network
}

type CheckResults = Partial<Record<StepName, CheckResult>>

/** Tests the connection step by step until one fails. Never sends anything that could create a link. */
export async function testConnection(
  parts: ConnectionTestParts,
  destination: TestDestination,
): Promise<ConnectionTestResult> {
  const address = readBaseUrl(destination.baseUrl)
  if (!address.ok) return testResult({ address: failed({ code: address.code }) })
  const { baseUrl } = address
  const findings: CheckResults = { address: passed(baseUrl) }
  for (const [name, step] of networkSteps) {
    const finding = await step(new URL(baseUrl), parts.network)
    findings[name] = finding
    if (finding.problem) return testResult(findings)
  }
  return await testService(parts, { ...destination, baseUrl }, findings)
}

const networkSteps = [
  ['name', nameStep],
  ['connection', connectionStep],
  ['tls', tlsStep],
] as const

function testResult(
  findings: CheckResults,
  suggestions: Partial<ConnectionTestResult> = {},
): ConnectionTestResult {
  return {
    steps: toConnectionSteps(findings),
    suggestedEnvironment: null,
    suggestedBaseUrl: null,
    ...suggestions,
  }
}

async function testService(
  parts: ConnectionTestParts,
  destination: TestDestination,
  earlierResults: CheckResults,
): Promise<ConnectionTestResult> {
  const { key } = destination
  const target = { ...destination, key: key ?? placeholderKey }
  const startMs = performance.now()
  const probeResult = await probe(parts, target)
  const durationMs = Math.round(performance.now() - startMs)
  const findings = { ...earlierResults, ...serviceCheckResults(probeResult, destination, durationMs) }
  const { stoppedAt } = probeResult
  if (stoppedAt?.step === 'environment') {
    const suggestedEnvironment = key === null ? null : await suggestEnvironment(parts, target)
    return testResult(findings, { suggestedEnvironment })
  }
  const isElsewhere = stoppedAt?.problem.code === 'not_the_service'
  const suggestedBaseUrl = isElsewhere ? await suggestPath(parts, target) : null
  if (!isElsewhere || suggestedBaseUrl === null) return testResult(findings)
  const json = failed({ ...stoppedAt.problem, code: 'wrong_path' })
  return testResult({ ...findings, json }, { suggestedBaseUrl })
}

/** Sent if no key was entered. The response still shows whether this is a link service. */
const placeholderKey = 'no-key-entered'

/** Returns the results of the steps that this response determines, up to the first failure. */
function serviceCheckResults(
  { response: response, stoppedAt }: Probe,
  destination: TestDestination,
  durationMs: number,
): Partial<Record<StepName, CheckResult>> {
  const results: Partial<Record<StepName, CheckResult>> = {}
  const details: Partial<Record<StepName, string>> = {
    http: response ? `answered after ${durationMs} ms` : 'an answer began',
    json: response ? jsonSummary(response) : '',
    key: 'accepted',
    environment: `${destination.environment} accepted`,
  }
  for (const name of stepNames.slice(stepNames.indexOf('http'), -1)) {
    const detail = details[name] ?? ''
    const problem = stoppedAt?.step === name ? stoppedAt.problem : null
    const isMissing = name === 'key' && destination.key === null
    results[name] = isMissing ? failed({ code: 'key_missing' }) : { found: problem ? '' : detail, problem }
    if (results[name].problem) return results
  }
  if (response) results.clock = clockStep(response)
  return results
}

function jsonSummary(response: HttpResponse): string {
  const { product } = parseAnnouncement(response.headers['link-service'])
  return product || (parseJsonObject(response) ? 'a JSON answer' : '')
}

/** Maximum clock difference in milliseconds. Beyond it, certificates and link dates are misjudged. */
const maxClockSkewMs = 5 * 60 * 1_000

/** Compares this computer's clock with the service's `Date` header (RFC 9110 §6.6.1). */
function clockStep({ headers }: HttpResponse): CheckResult {
  const serviceTime = Date.parse(headers['date'] ?? '')
  if (Number.isNaN(serviceTime)) return passed('the service doesn’t report its time')
  const differenceMs = Date.now() - serviceTime
  const summary = `${Math.round(Math.abs(differenceMs) / 1_000)} s ${differenceMs < 0 ? 'behind' : 'ahead of'} the service`
  return Math.abs(differenceMs) > maxClockSkewMs
    ? failed({ code: 'clock_wrong', detail: summary }, summary)
    : passed(summary)
}

/** Returns the alternative to `development` that one known service uses, if this service accepts it. */
async function suggestEnvironment(parts: ProbeParts, destination: Destination): Promise<string | null> {
  if (destination.environment === 'test') return null
  const probeResult = await probe(parts, { ...destination, environment: 'test' })
  return probeResult.stoppedAt ? null : 'test'
}

/** Returns the base URL of a link service at the root of the same server or one level higher, or `null`. */
async function suggestPath(parts: ProbeParts, destination: Destination): Promise<string | null> {
  const { origin, pathname } = new URL(destination.baseUrl)
  const levels = pathname.slice(0, -apiPrefix.length).split('/').filter(Boolean)
  for (let depth = levels.length - 1; depth >= 0; depth--) {
    const baseUrl = [origin, ...levels.slice(0, depth)].join('/') + apiPrefix
    const { stoppedAt } = await probe(parts, { ...destination, baseUrl })
    if (!stoppedAt || stoppedAt.step === 'key' || stoppedAt.step === 'environment') return baseUrl
  }
  return null
}

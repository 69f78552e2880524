import { readBaseUrl } from '../../contract/baseUrl.ts'
import type { CallOutput } from '../../contract/calls.ts'
import { jsonObjectIn } from '../client/answer.ts'
import type { Answer } from '../client/answer.ts'
import type { Destination } from '../client/client.ts'
import { clockStep } from './clock.ts'
import { connectionStep, nameStep, tlsStep } from './network.ts'
import { probe } from './service.ts'
import type { Probe, ProbeParts } from './service.ts'
import { failed, passed, stepNames, stepsOf } from './step.ts'
import type { Finding, StepName } from './step.ts'

export type Walk = CallOutput<'connection.test'>

/** The key may be missing: the walk then ends at the step where it is needed. */
export type WalkTo = Omit<Destination, 'key'> & { key: string | null }

/** Walks to a service step by step until one fails. Never sends anything that could make a link. */
export async function walk(parts: ProbeParts, to: WalkTo): Promise<Walk> {
  const findings: Partial<Record<StepName, Finding>> = {}
  const done = (baseUrl: string | null, suggestedEnvironment: string | null = null): Walk => ({
    baseUrl,
    steps: stepsOf(findings),
    suggestedEnvironment,
  })

  const address = readBaseUrl(to.baseUrl)
  if (!address.ok) {
    findings.address = failed({ code: address.code })
    return done(null)
  }
  const { baseUrl } = address
  findings.address = passed(baseUrl)
  for (const [name, step] of [
    ['name', nameStep],
    ['connection', connectionStep],
    ['tls', tlsStep],
  ] as const) {
    const finding = await step(new URL(baseUrl))
    findings[name] = finding
    if (finding.problem) return done(baseUrl)
  }
  const suggestion = await askService(parts, { ...to, baseUrl }, findings)
  return done(baseUrl, suggestion)
}

async function askService(
  parts: ProbeParts,
  to: WalkTo,
  findings: Partial<Record<StepName, Finding>>,
): Promise<string | null> {
  const begun = performance.now()
  const probed = await probe(parts, { ...to, key: to.key ?? 'none' })
  const duration = Math.round(performance.now() - begun)
  Object.assign(findings, serviceFindings(probed, to, duration))
  if (probed.trouble?.step !== 'environment') return null
  return await otherEnvironment(parts, to)
}

/** The findings of the steps that one answer decides, up to the one that failed. */
function serviceFindings(
  { answer, trouble }: Probe,
  to: WalkTo,
  duration: number,
): Partial<Record<StepName, Finding>> {
  const found: Partial<Record<StepName, Finding>> = {}
  const facts: Partial<Record<StepName, string>> = {
    http: answer ? `status ${answer.status} after ${duration} ms` : '',
    json: answer ? jsonFact(answer) : '',
    key: 'accepted',
    environment: `${to.environment} accepted`,
  }
  for (const name of stepNames.slice(stepNames.indexOf('http'), -1)) {
    const fact = facts[name] ?? ''
    const problem = trouble?.step === name ? trouble.problem : null
    const missing = name === 'key' && to.key === null
    found[name] = missing ? failed({ code: 'key_missing' }) : { found: problem ? '' : fact, problem }
    if (found[name].problem) return found
  }
  if (answer) found.clock = clockStep(answer)
  return found
}

function jsonFact(answer: Answer): string {
  const product = answer.headers['link-service']
  return product ?? (jsonObjectIn(answer) ? 'a JSON answer' : '')
}

/** The value that one known service wants in the place of `development`, if this one takes it. */
async function otherEnvironment(parts: ProbeParts, to: WalkTo): Promise<string | null> {
  if (to.key === null || to.environment === 'test') return null
  const probed = await probe(parts, { ...to, key: to.key, environment: 'test' })
  return probed.trouble ? null : 'test'
}

import type { ConnectionStep } from '../../contract/calls/connection.ts'
import type { Problem } from '../../contract/problem.ts'

export type StepName = ConnectionStep['name']

/** The walk in the order of the way to a service. */
export const stepNames = [
  'address',
  'name',
  'connection',
  'tls',
  'http',
  'json',
  'key',
  'environment',
  'clock',
] as const satisfies readonly StepName[]

/** What was found at a step, and the problem that ends the walk there. */
export interface CheckResult {
  found: string
  problem: Problem | null
}

export const passed = (found: string): CheckResult => ({ found, problem: null })
export const failed = (problem: Problem, found = ''): CheckResult => ({ found, problem })

/** All steps for the window: what was found until the first problem, and the rest as skipped. */
export function toConnectionSteps(findings: Partial<Record<StepName, CheckResult>>): ConnectionStep[] {
  return stepNames.map((name) => {
    const finding = findings[name]
    if (!finding) return { name, state: 'skipped', found: '', problem: null }
    return { name, state: finding.problem ? 'failed' : 'passed', ...finding }
  })
}

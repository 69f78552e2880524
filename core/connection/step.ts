import { stepNames } from '../../contract/app/calls/profiles/connection.ts'
import type { ConnectionStep, StepName } from '../../contract/app/calls/profiles/connection.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'

/** The result of a step, and the problem that ends the test. */
export interface CheckResult {
  found: string
  problem: Problem | null
}

export const passed = (found: string): CheckResult => ({ found, problem: null })
export const failed = (problem: Problem, found = ''): CheckResult => ({ found, problem })

/** Returns all steps for the window: results up to the first problem, and the remaining steps as skipped. */
export function toConnectionSteps(findings: Partial<Record<StepName, CheckResult>>): ConnectionStep[] {
  return stepNames.map((name) => {
    const finding = findings[name]
    if (!finding) return { name, state: 'skipped', found: '', problem: null }
    return { name, state: finding.problem ? 'failed' : 'passed', ...finding }
  })
}

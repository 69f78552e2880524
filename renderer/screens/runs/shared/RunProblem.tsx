import { useState } from 'react'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { isKeyMissing } from '../../../features/keys/isKeyMissing.ts'
import { KeyProblem } from '../../../features/keys/KeyProblem.tsx'
import { useSession } from '../../../session/Session.tsx'

interface RunProblemProps {
  run: Run
  problem: Problem | null
  /** What the problem means for the run, shown first. */
  outcome?: string
}

/**
 * Shows why a run has stopped. If a key may solve it, asks for the key here. Renders nothing once a key was saved: the
 * user then continues the run.
 */
export function RunProblem({ run, problem, outcome }: RunProblemProps) {
  const { profiles, keyStore } = useSession().state
  const [solved, setSolved] = useState<Problem | null>(null)
  const profile = profiles.find(({ id }) => id === run.profileId)
  // The key may have been added elsewhere, such as above the screen.
  const hasKey = profile !== undefined && !isKeyMissing(profile, keyStore)
  if (!problem || problem === solved || (problem.code === 'key_missing' && hasKey)) return null
  return (
    <KeyProblem
      // A key that was typed for one profile must not be sent to another one.
      key={`${run.profileId} ${run.environment}`}
      problem={problem}
      {...(outcome === undefined ? {} : { outcome })}
      profile={profile}
      environment={run.environment}
      keySaved={() => setSolved(problem)}
    />
  )
}

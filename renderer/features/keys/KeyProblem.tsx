import { Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Environment } from '../../../contract/service/api/headers.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useSession } from '../../session/Session.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { KeyEntry } from './KeyEntry.tsx'
import { SmallButton } from '../../ui/variants.ts'

/** Problems that another key of the profile may solve. */
const keyProblems: ReadonlySet<Problem['code']> = new Set([
  'key_missing',
  'key_refused',
  'key_scope',
  'key_environment',
])

interface KeyProblemProps {
  problem: Problem
  outcome?: string
  /** The profile of the failed request; `undefined` if it was removed. */
  profile: SavedProfile | undefined
  /** The environment of the failed request; the current one if omitted. */
  environment?: Environment
  /** Called when a key was saved, to try again or to hide the problem. */
  keySaved: () => void
  /** Actions if no key can be entered here. */
  actions?: ReactNode
}

/** Shows a problem. If a key may solve it, asks for the key here, so that the dialog or screen stays open. */
export function KeyProblem(props: KeyProblemProps) {
  const { problem, outcome, profile, environment, keySaved, actions } = props
  const { keyStore } = useSession().state
  const [isEntering, setEntering] = useState(false)
  const canEnter = keyProblems.has(problem.code) && profile?.kind === 'remote'
  return (
    <Stack gap="md" mb="md">
      <ProblemView
        problem={problem}
        {...(outcome === undefined ? {} : { outcome })}
        actions={
          !canEnter
            ? actions
            : !isEntering && (
                <SmallButton onClick={() => setEntering(true)}>
                  {problem.code === 'key_missing' ? 'Enter the key' : 'Enter another key'}
                </SmallButton>
              )
        }
      />
      {canEnter && isEntering && (
        <section aria-label={`Key of ${profile.name}`}>
          <KeyEntry
            profile={profile}
            keyStore={keyStore}
            {...(environment && { environment })}
            cancel={() => setEntering(false)}
            done={() => {
              setEntering(false)
              keySaved()
            }}
          />
        </section>
      )}
    </Stack>
  )
}

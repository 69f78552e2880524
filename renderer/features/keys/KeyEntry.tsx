import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { toFieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import type { Environment } from '../../../contract/service/api/headers.ts'
import { projectKey, type KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import type { Problem, ProblemCode } from '../../../contract/app/problems/problem.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useSession } from '../../session/Session.tsx'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { KeepInMemory } from './KeepInMemory.tsx'
import { KeyField } from './KeyField.tsx'
import type { NewKeyLocation } from './keyLocationText.ts'
import { QuietText, SmallButton } from '../../ui/variants.ts'

interface KeyEntryProps {
  profile: SavedProfile
  keyStore: KeyStoreState
  /** Where the key is checked, because it may be limited to one environment; the current one if omitted. */
  environment?: Environment
  /** `null` if there is no existing key to keep. */
  cancel: (() => void) | null
  done: (proven: boolean) => void
}

/** Sets or replaces a key. The old key stays until the service has accepted the new one. */
export function KeyEntry({ profile, keyStore, environment, cancel, done }: KeyEntryProps) {
  const { current } = useSession()
  // Not kept once the form is closed, because the input contains the key.
  const replace = useCallMutation('keys.replace', { gcTime: 0 })
  const form = useForm({
    initialValues: { key: '', forget: false },
    validate: { key: keyError },
  })
  const send = ({ keep, unproven = false }: { keep?: NewKeyLocation; unproven?: boolean } = {}) => {
    const { key, forget } = form.getValues()
    replace.mutate(
      {
        profileId: profile.id,
        key,
        environment: environment ?? current.environment,
        keep: keep ?? (forget ? 'memory' : 'keychain'),
        unproven,
      },
      {
        onSuccess: () => {
          form.reset()
          done(!unproven)
        },
      },
    )
  }
  const problem = replace.error?.problem
  return (
    <form noValidate onSubmit={form.onSubmit(() => send())}>
      <Stack gap={14}>
        <KeyField
          keyStore={keyStore}
          label={profile.key === 'none' ? 'Project key' : 'New project key'}
          input={form.getInputProps('key')}
          forget={form.getInputProps('forget', { type: 'checkbox' })}
        />
        {problem && (
          <ProblemView
            problem={problem}
            actions={
              <>
                <KeepInMemory problem={problem} keep={() => send({ keep: 'memory', unproven: true })} />
                {isUnverified(problem) && (
                  <SmallButton onClick={() => send({ unproven: true })}>Save without checking</SmallButton>
                )}
              </>
            }
          />
        )}
        <Group gap="xs" justify="flex-end">
          {profile.key !== 'none' && (
            <QuietText flex="1 1 200px" fz="xs">
              The old key is kept until the service has accepted the new one.
            </QuietText>
          )}
          {cancel && (
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={replace.isPending}>
            {profile.key === 'none' ? 'Check and save the key' : 'Check and replace'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function keyError(text: string): string | null {
  const key = projectKey.safeParse(text)
  return key.success ? null : (toFieldErrors(key.error)[''] ?? null)
}

/** Returns whether the service could not verify the key, so that the user may save it anyway. */
function isUnverified({ code }: Problem): boolean {
  const decided: ProblemCode[] = [
    'key_refused',
    'key_for_other_host',
    'key_in_profile',
    'invalid_input',
    'profile_not_found',
    'bug',
    'host_unreachable',
  ]
  return !decided.includes(code) && !code.startsWith('key_store')
}

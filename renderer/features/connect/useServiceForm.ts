import { useForm } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import type { Environment } from '../../../contract/headers.ts'
import type { Keep } from '../keys/keep.ts'
import { ProblemError } from '../../api/problemError.ts'
import { useConnectionTest, useSaveProfile } from '../../api/profiles.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { byField, newService, profileInputOf, serviceFaults, serviceValuesOf } from './serviceValues.ts'
import type { ServiceValues } from './serviceValues.ts'

interface ServiceFormOptions {
  /** The profile to change; `null` for a new one. */
  profile: SavedProfile | null
  /** Those that there are already. */
  others: SavedProfile[]
  /** The environment that a test walks to. */
  environment: Environment
  done: (id: string) => void
}

/** What the form of a service holds and does: saving, and walking to the service without saving. */
export function useServiceForm({ profile, others, environment, done }: ServiceFormOptions) {
  const form = useForm<ServiceValues>({
    initialValues: profile ? serviceValuesOf(profile) : newService(others),
    validate: (values) => serviceFaults(values, profile !== null),
  })
  const save = useSaveProfile()
  const test = useConnectionTest()
  const onError = (error: unknown) => {
    if (error instanceof ProblemError) form.setErrors(byField(error.problem.fields ?? {}))
  }
  const runSave = (values: ServiceValues, keep: Keep = values.forgetKey ? 'memory' : 'keychain') => {
    test.reset()
    save.mutate(
      { profile: profileInputOf(values), ...keyOf(values), keep, ...(profile ? { id: profile.id } : {}) },
      {
        onSuccess: (saved) => {
          // The key is put away now, and the window has no further use for it; the rest is as the app tidied it.
          settle(form, serviceValuesOf(saved))
          done(saved.id)
        },
        onError,
      },
    )
  }
  const runTest = (values: ServiceValues) => {
    save.reset()
    const stored = profile && !values.key ? { profileId: profile.id } : {}
    test.mutate({ profile: profileInputOf(values), ...keyOf(values), environment, ...stored }, { onError })
  }
  return { form, save, test, runSave, runTest }
}

function settle(form: UseFormReturnType<ServiceValues>, values: ServiceValues): void {
  form.setValues(values)
  form.resetDirty(values)
}

function keyOf({ key }: ServiceValues): { key?: string } {
  return key ? { key } : {}
}

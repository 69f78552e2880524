import { useForm } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import type { CallInput } from '../../../contract/calls.ts'
import type { Environment } from '../../../contract/headers.ts'
import type { NewKeyPlace } from '../keys/newKeyPlace.ts'
import { ProblemError } from '../../api/problemError.ts'
import { useConnectionTest, useSaveProfile } from '../../api/profiles.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import {
  errorsByField,
  createServiceValues,
  toProfileInput,
  serviceErrors,
  toServiceValues,
  testErrors,
} from './serviceValues.ts'
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
    initialValues: profile ? toServiceValues(profile) : createServiceValues(others),
    validate: (values) => serviceErrors(values, profile !== null),
  })
  const save = useSaveProfile()
  const test = useConnectionTest()
  const onError = (error: unknown) => {
    if (error instanceof ProblemError) form.setErrors(errorsByField(error.problem.fields ?? {}))
  }
  const runSave = (values: ServiceValues, keep: NewKeyPlace = values.forgetKey ? 'memory' : 'keychain') => {
    test.reset()
    save.mutate(
      { profile: toProfileInput(values), ...keyInput(values), keep, ...(profile ? { id: profile.id } : {}) },
      {
        onSuccess: (saved) => {
          // The key is put away now, and the window has no further use for it; the rest is as the app tidied it.
          settle(form, toServiceValues(saved))
          done(saved.id)
        },
        onError,
      },
    )
  }
  const testInput = (values: ServiceValues): TestInput => ({
    // Notes and hosts say nothing of the way, and a name may still be missing or too long.
    profile: { ...toProfileInput(values), name: '', notes: '', linkHosts: [] },
    environment,
    ...keyInput(values),
    ...(profile && !values.key ? { profileId: profile.id } : {}),
  })
  /** Walks with what the form holds; gives whether it could. */
  const runTest = (): boolean => {
    const values = form.getValues()
    const errors = testErrors(values)
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) return false
    save.reset()
    test.mutate(testInput(values), { onError })
    return true
  }
  // What came of another address, key or environment says nothing of this one.
  const isTested = JSON.stringify(test.variables) === JSON.stringify(testInput(form.getValues()))
  return { form, save, test: isTested ? test : null, runSave, runTest }
}

type TestInput = CallInput<'connection.test'>

function settle(form: UseFormReturnType<ServiceValues>, values: ServiceValues): void {
  form.setValues(values)
  form.resetDirty(values)
}

function keyInput({ key }: ServiceValues): { key?: string } {
  return key ? { key } : {}
}

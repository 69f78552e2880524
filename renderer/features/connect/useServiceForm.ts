import { useForm, type UseFormReturnType } from '@mantine/form'
import type { CallInput, CallOutput } from '../../../contract/app/calls/calls.ts'
import type { ConnectionStep } from '../../../contract/app/calls/profiles/connection.ts'
import type { Environment } from '../../../contract/service/api/headers.ts'
import { namesOf, pick } from '../../../contract/service/link/fields.ts'
import type { NewKeyLocation } from '../keys/keyLocationText.ts'
import { ProblemError } from '../../api/problemError.ts'
import { useSaveProfile } from '../../api/profiles.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import {
  errorsByField,
  createServiceValues,
  findHostChange,
  findKeySource,
  toProfileInput,
  serviceErrors,
  toServiceValues,
  testErrors,
  withoutHiddenKey,
} from './serviceValues.ts'
import { showToast } from '../../ui/toast.ts'
import { useCallMutation } from '../../api/useCall.ts'
import type { ServiceValues } from './serviceValues.ts'

interface ServiceFormOptions {
  /** The profile to change; `null` for a new one. */
  profile: SavedProfile | null
  others: SavedProfile[]
  /** The environment that a test connects to. */
  environment: Environment
  done: (id: string) => void
}

/** Manages the service form: saving, and testing the connection without saving. */
export function useServiceForm({ profile, others, environment, done }: ServiceFormOptions) {
  const form = useForm<ServiceValues>({
    initialValues: profile ? toServiceValues(profile) : createServiceValues(others),
    validate: (values) =>
      serviceErrors(withoutHiddenKey(values, profile), findKeySource(values, profile) !== 'typed'),
  })
  const save = useSaveProfile()
  // Not kept once the form is closed, because the input contains the key.
  const test = useCallMutation('connection.test', { gcTime: 0 })
  const firstContact = useCallMutation('connection.test')
  const onError = (error: unknown) => {
    if (error instanceof ProblemError) form.setErrors(errorsByField(error.problem.fields ?? {}))
  }
  const runSave = (
    values: ServiceValues,
    keep: NewKeyLocation = values.forgetKey ? 'memory' : 'keychain',
  ) => {
    test.reset()
    const { key } = withoutHiddenKey(values, profile)
    const isNewService = key !== '' || findHostChange(values, profile) !== null
    save.mutate(
      {
        profile: toProfileInput(values),
        ...(key && { key }),
        sameKey: findKeySource(values, profile) === 'confirmed',
        keep,
        ...(profile ? { id: profile.id } : {}),
      },
      {
        onSuccess: (saved) => {
          // Learns at once whose service it is, because the form and runs check links by its rules.
          const context = { profileId: saved.id, environment }
          if (isNewService)
            firstContact.mutate({ profile: { ...toProfileInput(values), linkHosts: [] }, ...context })
          // The key is stored, so clear it from the window. The other values become what the app saved.
          // A new profile opens on a page of its own, where it can be changed.
          settle(form, profile ? values : form.getValues(), toServiceValues(saved))
          if (!profile) showToast({ role: 'status', message: `Connected to ${saved.name}.` })
          done(saved.id)
        },
        onError,
      },
    )
  }
  /** Starts a test with the form's values. Returns false if they have errors. */
  const runTest = (): boolean => {
    const values = form.getValues()
    const errors = testErrors(withoutHiddenKey(values, profile))
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) return false
    save.reset()
    test.mutate(toTestInput(values, profile, environment), { onError })
    return true
  }
  // A result for another address, key or environment does not apply to this one.
  const tested = JSON.stringify(toTestInput(form.getValues(), profile, environment))
  const isTested = JSON.stringify(test.variables) === tested
  /** Saves the form. A new service is tested first, unless it was, and is saved only if it accepts the key. */
  const submit = (values: ServiceValues) => {
    if (profile || (isTested && !test.isPending)) {
      runSave(values)
      return
    }
    save.reset()
    const onSuccess = (result: TestResult) => {
      // Values that were edited meanwhile are saved by the next click.
      if (!findFailedStep(result) && isEqual(form.getValues(), values)) runSave(values)
    }
    test.mutate(toTestInput(values, profile, environment), { onSuccess, onError })
  }
  return { form, save, test: isTested ? test : null, submit, runSave, runTest }
}

type TestResult = CallOutput<'connection.test'>

/** Returns the step at which a test failed. */
export function findFailedStep({ steps }: TestResult): ConnectionStep | undefined {
  return steps.find(({ state }) => state === 'failed')
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function toTestInput(
  values: ServiceValues,
  profile: SavedProfile | null,
  environment: Environment,
): TestInput {
  const source = findKeySource(values, profile)
  return {
    // Notes and domains don't affect the connection, and the name may still be missing or too long.
    profile: { ...toProfileInput(values), name: '', notes: '', linkHosts: [] },
    environment,
    ...(source === 'typed' && values.key && { key: values.key }),
    ...(profile && source !== 'typed' && { profileId: profile.id, sameKey: source === 'confirmed' }),
  }
}

type TestInput = CallInput<'connection.test'>

/** Shows the saved values, except in fields that were edited since `sent`. Those stay unsaved. */
function settle(form: UseFormReturnType<ServiceValues>, sent: ServiceValues, saved: ServiceValues): void {
  const { profile, ...key } = form.getValues()
  form.setValues({
    ...saved,
    ...editedFields(key, sent),
    profile: { ...saved.profile, ...editedFields(profile, sent.profile) },
  })
  form.resetDirty(saved)
}

function editedFields<T extends object>(current: T, sent: T) {
  const edited = namesOf(current).filter((name) => !isEqual(current[name], sent[name]))
  return pick(current, edited)
}

import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Check } from 'lucide-react'
import type { KeyStoreState } from '../../contract/keyStore.ts'
import { ProblemView } from '../problem/ProblemView.tsx'
import { ProblemError } from '../queries/problemError.ts'
import { useConnectionTest, useSaveProfile } from '../queries/profiles.ts'
import type { SavedProfile } from '../shell/currentProfile.ts'
import { ConnectionSteps } from './ConnectionSteps.tsx'
import { HeaderValues } from './HeaderValues.tsx'
import { KeyField } from './KeyField.tsx'
import { blankService, byField, profileInputOf, serviceFaults, serviceValuesOf } from './serviceForm.ts'
import type { ServiceValues } from './serviceForm.ts'
import styles from './connect.module.css'

const address = { inputMode: 'url', autoComplete: 'off', spellCheck: false } as const

interface ServiceFormProps {
  keyStore: KeyStoreState
  /** The profile to change; `null` for a new one. */
  profile: SavedProfile | null
  saveLabel: string
  done: (id: string) => void
}

/** Address, key and header values of a service. Every fault at its field; nothing typed is lost to one. */
export function ServiceForm({ keyStore, profile, saveLabel, done }: ServiceFormProps) {
  const hasKey = profile !== null && profile.key !== 'none'
  const form = useForm<ServiceValues>({
    initialValues: profile ? serviceValuesOf(profile) : blankService,
    validate: (values) => serviceFaults(values, hasKey),
  })
  const save = useSaveProfile()
  const test = useConnectionTest()
  const showFaults = (error: unknown) => {
    if (error instanceof ProblemError) form.setErrors(byField(error.problem.fields ?? {}))
  }
  const input = (values: ServiceValues) => ({
    profile: profileInputOf(values),
    ...(values.key ? { key: values.key } : {}),
  })
  const runSave = (values: ServiceValues) =>
    save.mutate(
      { ...input(values), ...(profile ? { id: profile.id } : {}) },
      {
        onSuccess: (saved) => {
          // It is put away now, and the window has no further use for it.
          form.setFieldValue('key', '')
          form.resetDirty({ ...values, key: '' })
          done(saved.id)
        },
        onError: showFaults,
      },
    )
  const runTest = (values: ServiceValues) =>
    test.mutate(
      { ...input(values), environment: 'development', ...(profile ? { profileId: profile.id } : {}) },
      { onError: showFaults },
    )
  const problem = save.error?.problem ?? test.error?.problem
  return (
    <form className={styles['form']} noValidate onSubmit={form.onSubmit(runSave, focusFirstFault)}>
      <div className={styles['pair']}>
        <TextInput label="Name" placeholder="Acme links" {...form.getInputProps('name')} />
        <TextInput
          label="Link host"
          placeholder="go.example.com"
          {...address}
          {...form.getInputProps('linkHost')}
        />
      </div>
      <TextInput
        label="Base URL"
        placeholder="https://links.example.com/api/v1/sdk"
        {...address}
        {...form.getInputProps('baseUrl')}
      />
      <KeyField keyStore={keyStore} place={profile?.key ?? 'none'} input={form.getInputProps('key')} />
      <HeaderValues form={form} />
      {problem && <ProblemView problem={problem} />}
      <div className={styles['actions']}>
        {save.isSuccess && !form.isDirty() && <Saved />}
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => form.onSubmit(runTest, focusFirstFault)()}
        >
          Test connection
        </Button>
        <Button type="submit" loading={save.isPending}>
          {saveLabel}
        </Button>
      </div>
      {test.data && <ConnectionSteps steps={test.data.steps} />}
    </form>
  )
}

function Saved() {
  return (
    <span className={styles['saved']} role="status">
      <Check size={15} aria-hidden /> Saved
    </span>
  )
}

// After the next paint, when the faults are on the page.
function focusFirstFault(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus())
}

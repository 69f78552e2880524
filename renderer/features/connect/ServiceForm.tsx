import { Button, Checkbox, Group, Stack } from '@mantine/core'
import type { Environment } from '../../../contract/service/api/headers.ts'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { KeepInMemory } from '../keys/KeepInMemory.tsx'
import { KeyField } from '../keys/KeyField.tsx'
import { Lockable } from '../../ui/Managed.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { SavedNotice } from '../../ui/SavedNotice.tsx'
import type { SavedProfile } from '../../session/currentProfile.ts'
import type { CallMutation } from '../../api/useCall.ts'
import { AskBeforeLeaving } from '../../session/AskBeforeLeaving.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'
import { HeaderValueFields, OtherFields, ProfileFields } from './ProfileFields.tsx'
import { findHostChange, findKeySource } from './serviceValues.ts'
import { findFailedStep, useServiceForm } from './useServiceForm.ts'

interface ServiceFormProps {
  keyStore: KeyStoreState
  /** The profile to change; `null` for a new one, which needs a key. */
  profile: SavedProfile | null
  others: SavedProfile[]
  environment: Environment
  saveLabel: string
  /** Whether to show only the fields that a connection needs. */
  brief?: boolean
  done: (id: string) => void
  /** Returns whether unsaved changes no longer matter. */
  isObsolete?: () => boolean
}

/** Shows the form for a service and project. Each error appears at its field, and no input is lost. */
export function ServiceForm(props: ServiceFormProps) {
  const { keyStore, saveLabel, brief = false, isObsolete, ...options } = props
  const { profile, environment } = options
  const { form, save, test, submit, runSave, runTest } = useServiceForm(options)
  const startTest = () => {
    if (!runTest()) focusFirstError()
  }
  const problem = save.error?.problem
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
      <Stack gap={14}>
        <AskBeforeLeaving isUnsaved={() => form.isDirty() && isObsolete?.() !== true} />
        <Lockable locked={profile?.managed === true}>
          <Fields form={form} profile={profile} keyStore={keyStore} brief={brief} />
        </Lockable>
        {problem && (
          <ProblemView
            problem={problem}
            actions={<KeepInMemory problem={problem} keep={() => runSave(form.getValues(), 'memory')} />}
          />
        )}
        <Group gap="xs" justify="flex-end" mt={2}>
          {save.isSuccess && !form.isDirty() && <SavedNotice />}
          <Buttons
            test={test}
            startTest={startTest}
            isSaving={save.isPending}
            saveLabel={profile?.managed === true ? null : saveLabel}
            isNew={profile === null}
          />
        </Group>
        {test && (
          <ConnectionTest
            test={test}
            environment={environment}
            fix={(changes) => {
              for (const [path, value] of Object.entries(changes)) form.setFieldValue(path, value)
              startTest()
            }}
          />
        )}
      </Stack>
    </form>
  )
}

interface ButtonsProps {
  test: CallMutation<'connection.test'> | null
  startTest: () => void
  isSaving: boolean
  /** `null` if there is nothing to save. */
  saveLabel: string | null
  isNew: boolean
}

/** Shows the form's buttons. A new service whose test failed with the same values can be connected “anyway”. */
function Buttons({ test, startTest, isSaving, saveLabel, isNew }: ButtonsProps) {
  const hasFailed =
    isNew && (test?.isError === true || (test?.data && findFailedStep(test.data)) !== undefined)
  const [testVariant, saveVariant] = hasFailed ? ['filled', 'default'] : ['default', 'filled']
  return (
    <>
      <Button
        // Enter in a field presses the first submit button. After a failed test, it repeats the test.
        type={hasFailed ? 'submit' : 'button'}
        variant={testVariant}
        loading={test?.isPending ?? false}
        onClick={(event) => {
          event.preventDefault()
          startTest()
        }}
      >
        Test connection
      </Button>
      {saveLabel !== null && (
        <Button type="submit" variant={saveVariant} loading={isSaving}>
          {hasFailed ? `${saveLabel} anyway` : saveLabel}
        </Button>
      )}
    </>
  )
}

interface FieldsProps {
  form: ReturnType<typeof useServiceForm>['form']
  profile: SavedProfile | null
  keyStore: KeyStoreState
  brief: boolean
}

function Fields({ form, profile, keyStore, brief }: FieldsProps) {
  return (
    <>
      <ProfileFields form={form} profile={profile} brief={brief} />
      <NewKey form={form} profile={profile} keyStore={keyStore} />
      {profile?.kind !== 'embedded' && <HeaderValueFields form={form} />}
      {!brief && <OtherFields form={form} />}
    </>
  )
}

/** Asks for the key of a new service, or of a saved one at another host. A key isn't sent to another host unasked. */
function NewKey({ form, profile, keyStore }: Omit<FieldsProps, 'brief'>) {
  const values = form.getValues()
  const hosts = findHostChange(values, profile)
  const source = findKeySource(values, profile)
  return (
    <>
      {source === 'typed' && (
        <KeyField
          keyStore={keyStore}
          {...(hosts && { label: `Project key for ${hosts.to}` })}
          input={form.getInputProps('key')}
          forget={form.getInputProps('forgetKey', { type: 'checkbox' })}
        />
      )}
      {hosts && (
        <Checkbox
          label={`Use the same key at ${hosts.to}`}
          description={`It was entered for ${hosts.from}. Confirm only if both addresses belong to the same service.`}
          checked={source === 'confirmed'}
          // A typed key would be lost.
          disabled={source === 'typed' && values.key !== ''}
          onChange={(event) => form.setFieldValue('sameKeyHost', event.currentTarget.checked ? hosts.to : '')}
        />
      )}
    </>
  )
}

/** Focuses the first field with an error, in the next frame, once the errors are rendered. */
function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus())
}

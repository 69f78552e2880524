import { Button, Fieldset, Flex, NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import type { NetworkSettings } from '../../../contract/app/calls/profiles/network.ts'
import type { PolicyKey } from '../../../contract/app/profile/policy.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { SavedNotice } from '../../ui/SavedNotice.tsx'
import { AskBeforeLeaving } from '../../session/AskBeforeLeaving.tsx'
import { useCallMutation } from '../../api/useCall.ts'
import { ProxyFields } from './ProxyFields.tsx'
import { networkErrors, toNetworkSettings, toNetworkValues, type NetworkValues } from './networkValues.ts'

interface NetworkFormProps {
  settings: NetworkSettings
  activeProxy: string | null
  managed: readonly PolicyKey[]
}

/** Edits proxy and time limits. Changes apply from the next request on. */
export function NetworkForm({ settings, activeProxy, managed }: NetworkFormProps) {
  const save = useCallMutation('network.save')
  const form = useForm<NetworkValues>({ initialValues: toNetworkValues(settings), validate: networkErrors })
  const send = (values: NetworkValues) =>
    save.mutate(toNetworkSettings(values), {
      onSuccess: () => form.resetDirty(values),
      onError: ({ problem }) => form.setErrors(problem.fields ?? {}),
    })
  return (
    <form noValidate onSubmit={form.onSubmit(send)}>
      <Stack gap={18}>
        <AskBeforeLeaving isUnsaved={() => form.isDirty()} />
        <ProxyFields form={form} activeProxy={activeProxy} managed={managed} />
        <TimeLimits form={form} />
        {save.error && !save.error.problem.fields && <ProblemView problem={save.error.problem} />}
        <Flex gap="xs" align="center" justify="flex-end">
          {save.isSuccess && !form.isDirty() && <SavedNotice />}
          <Button type="submit" loading={save.isPending}>
            Save network settings
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}

const limits = [
  { field: 'connectSeconds', label: 'Connecting' },
  { field: 'idleSeconds', label: 'No response' },
  { field: 'totalSeconds', label: 'Whole request' },
] as const

/** Edits the time limits, in seconds. */
function TimeLimits({ form }: { form: UseFormReturnType<NetworkValues> }) {
  return (
    <Fieldset variant="unstyled" legend="Time limits, in seconds">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" verticalSpacing="sm" mt={6}>
        {limits.map(({ field, label }) => (
          <NumberInput key={field} label={label} hideControls {...form.getInputProps(field)} />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}

import { Radio, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { PolicyKey } from '../../../contract/app/profile/policy.ts'
import { Lockable } from '../../ui/Managed.tsx'
import type { NetworkValues } from './networkValues.ts'
import { QuietText } from '../../ui/variants.ts'

interface ProxyFieldsProps {
  form: UseFormReturnType<NetworkValues>
  activeProxy: string | null
  managed: readonly PolicyKey[]
}

/** Selects the proxy, and shows which one is in use. */
export function ProxyFields({ form, activeProxy, managed }: ProxyFieldsProps) {
  const manual = form.getValues().proxy === 'manual'
  const locked = managed.includes('proxy')
  return (
    <>
      <Lockable locked={locked}>
        <Radio.Group label="Proxy" {...form.getInputProps('proxy')}>
          <Stack gap={10} pt={6}>
            <Radio
              value="system"
              label="Use system proxy"
              description="From HTTPS_PROXY and NO_PROXY, or your system’s settings"
            />
            <Radio value="none" label="No proxy" description="Connect to every service directly" />
            <Radio value="manual" label="Custom" />
          </Stack>
        </Radio.Group>
      </Lockable>
      {manual && (
        <Stack gap="sm" pl={28}>
          <TextInput
            label="Proxy address"
            placeholder="http://proxy.example.com:3128"
            inputMode="url"
            disabled={locked}
            {...form.getInputProps('proxyUrl')}
          />
          <TextInput
            label="No proxy for"
            description="Hosts and address ranges to connect to directly, separated by commas"
            placeholder="intranet.example.com, .local, 10.*"
            disabled={managed.includes('proxyExceptions')}
            {...form.getInputProps('noProxy')}
          />
        </Stack>
      )}
      <QuietText mt={-6} fz="xs">
        {activeProxy === null
          ? 'The current profile connects directly.'
          : 'The current profile connects through '}
        {activeProxy !== null && <code>{activeProxy}</code>}
      </QuietText>
    </>
  )
}

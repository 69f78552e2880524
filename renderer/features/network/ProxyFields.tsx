import { Radio, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { NetworkValues } from './networkValues.ts'
import styles from './network.module.css'

interface ProxyFieldsProps {
  form: UseFormReturnType<NetworkValues>
  inForce: string | null
}

/** Which proxy requests take, and which one that is at the moment. */
export function ProxyFields({ form, inForce }: ProxyFieldsProps) {
  const manual = form.getValues().proxy === 'manual'
  return (
    <>
      <Radio.Group label="Proxy" {...form.getInputProps('proxy')}>
        <div className={styles['radios']}>
          <Radio
            value="system"
            label="As the system says"
            description="HTTPS_PROXY and NO_PROXY, or the system’s own setting"
          />
          <Radio value="none" label="None" description="Every service is reached directly" />
          <Radio value="manual" label="This one" />
        </div>
      </Radio.Group>
      {manual && (
        <div className={styles['indented']}>
          <TextInput
            label="Address of the proxy"
            placeholder="http://proxy.example.com:3128"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('proxyUrl')}
          />
          <TextInput
            label="Without it"
            description="Hosts that are reached directly, separated by commas"
            placeholder="intranet.example.com, .local"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('noProxy')}
          />
        </div>
      )}
      <p className={styles['inForce']}>
        {inForce === null
          ? 'The profile in use is reached directly now.'
          : 'The profile in use is reached over '}
        {inForce !== null && <code>{inForce}</code>}
      </p>
    </>
  )
}

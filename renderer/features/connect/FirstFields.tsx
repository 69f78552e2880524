import type { UseFormReturnType } from '@mantine/form'
import { BaseUrl, LinkHosts } from './AddressFields.tsx'
import { Name } from './LooksFields.tsx'
import type { ServiceValues } from './serviceForm.ts'
import styles from './connect.module.css'

/** A first service, in little room: it has nothing to be told apart from yet. */
export function FirstFields({ form }: { form: UseFormReturnType<ServiceValues> }) {
  return (
    <>
      <div className={styles['looks']}>
        <Name form={form} />
        <LinkHosts form={form} brief />
      </div>
      <BaseUrl form={form} />
    </>
  )
}

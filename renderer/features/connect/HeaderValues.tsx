import { Collapse, TextInput, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseFormReturnType } from '@mantine/form'
import { ChevronRight } from 'lucide-react'
import type { ServiceValues } from './serviceValues.ts'
import styles from './connect.module.css'

/** What is sent in the ENVIRONMENT header, for services that use other words than the specification's. */
export function HeaderValues({ form }: { form: UseFormReturnType<ServiceValues> }) {
  const faulty = Boolean(form.errors['production'] ?? form.errors['development'])
  const [open, { toggle }] = useDisclosure(false)
  const shown = open || faulty
  return (
    <div>
      <UnstyledButton className={styles['advanced']} aria-expanded={shown} onClick={toggle}>
        <ChevronRight size={15} aria-hidden data-open={shown || undefined} /> Advanced
      </UnstyledButton>
      <Collapse expanded={shown} transitionDuration={120}>
        <div className={styles['headerValues']}>
          <p>The value of the ENVIRONMENT header. Change it only when the service asks for other words.</p>
          <TextInput label="For production" spellCheck={false} {...form.getInputProps('production')} />
          <TextInput label="For development" spellCheck={false} {...form.getInputProps('development')} />
        </div>
      </Collapse>
    </div>
  )
}

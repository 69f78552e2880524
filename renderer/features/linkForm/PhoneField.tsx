import { Checkbox, SegmentedControl, Stack, Text } from '@mantine/core'
import { Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { useDerived, useField } from '../../link/FormContext.tsx'
import { toRules, type PhoneTarget } from '../../link/form.ts'
import { useSession } from '../../session/Session.tsx'
import { phoneSentence } from './phoneSentence.ts'
import { TargetField } from './TargetField.tsx'
import { QuietText } from '../../ui/variants.ts'
import styles from './linkForm.module.css'

const choices: { value: PhoneTarget; label: string }[] = [
  { value: 'same', label: 'Same address' },
  { value: 'own', label: 'Own address' },
  { value: 'default', label: 'Service default' },
]

interface PhoneFieldProps {
  phone: 'ios' | 'android'
  label: string
}

/** Edits where one kind of phone is sent and whether it opens the app, and describes the result. */
export function PhoneField({ phone, label }: PhoneFieldProps) {
  const [target, setTarget] = useField(`${phone}Target`)
  const { profile } = useSession().current
  const sentence = useDerived((form) => phoneSentence(form, phone, profile))
  const addressField = useRef<HTMLDivElement>(null)
  const choose = (chosen: PhoneTarget) => {
    setTarget(chosen)
    // Focus the new field only after a mouse click. With the arrow keys, the user may go on to another option.
    if (chosen === 'own') requestAnimationFrame(() => focusAfterClick(addressField.current))
  }
  return (
    <Stack gap={6}>
      <Text span fz="sm" fw={550}>
        {label}
      </Text>
      <SegmentedControl
        className={styles['phoneTarget']}
        fullWidth
        aria-label={`Where it goes, ${label}`}
        data={choices}
        value={target}
        onChange={choose}
      />
      {target === 'own' && (
        <div ref={addressField}>
          <TargetField
            name={`${phone}Url`}
            path={`${phone}_custom_redirect.url`}
            label={`Address for ${label}`}
            icon={Smartphone}
            hidesLabel
          />
        </div>
      )}
      {profile.hasApp && target !== 'default' ? (
        <OpenApp {...{ phone, label, sentence }} />
      ) : (
        <QuietText fz="xs">{sentence}</QuietText>
      )}
    </Stack>
  )
}

function focusAfterClick(field: HTMLElement | null): void {
  if (!document.activeElement?.matches(':focus-visible')) field?.querySelector('input')?.focus()
}

/** The flag is part of a redirect, so it is shown only if there is an address. */
function OpenApp({ phone, label, sentence }: PhoneFieldProps & { sentence: string }) {
  const [open, setOpen] = useField(`${phone}OpenApp`)
  const isSent = useDerived((form) => toRules(form)[phone] !== null)
  return (
    <Checkbox
      label="Open the app if it is installed"
      description={sentence}
      aria-label={`Open the app if it is installed, ${label}`}
      checked={open && isSent}
      disabled={!isSent}
      onChange={(event) => setOpen(event.currentTarget.checked)}
    />
  )
}

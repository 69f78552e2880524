import { Checkbox, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { CornerDownRight, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { useDerived, useField } from '../../link/FormContext.tsx'
import { toRules, type PhoneTarget } from '../../link/form.ts'
import { useSession } from '../../session/Session.tsx'
import { IconLine } from '../../ui/IconLine.tsx'
import { phoneSentence } from './phoneSentence.ts'
import { TargetField } from './TargetField.tsx'

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
  const { hasApp } = useSession().current.profile
  const addressField = useRef<HTMLDivElement>(null)
  const choose = (chosen: PhoneTarget) => {
    setTarget(chosen)
    // Focus the new field only after a mouse click. With the arrow keys, the user may go on to another option.
    if (chosen === 'own') requestAnimationFrame(() => focusAfterClick(addressField.current))
  }
  return (
    <Stack gap={6}>
      <Group gap="4px 12px" justify="space-between">
        <Text span fz="sm" fw={550}>
          {label}
        </Text>
        <SegmentedControl
          aria-label={`Where it goes, ${label}`}
          data={choices}
          value={target}
          onChange={choose}
        />
      </Group>
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
      {hasApp && target !== 'default' && <OpenApp phone={phone} label={label} />}
      <PhoneOutcome phone={phone} />
    </Stack>
  )
}

function focusAfterClick(field: HTMLElement | null): void {
  if (!document.activeElement?.matches(':focus-visible')) field?.querySelector('input')?.focus()
}

/** The flag is part of a redirect, so it is shown only if there is an address. */
function OpenApp({ phone, label }: PhoneFieldProps) {
  const [open, setOpen] = useField(`${phone}OpenApp`)
  const isSent = useDerived((form) => toRules(form)[phone] !== null)
  return (
    <Checkbox
      label="Open the app if it is installed"
      aria-label={`Open the app if it is installed, ${label}`}
      checked={open && isSent}
      disabled={!isSent}
      onChange={(event) => setOpen(event.currentTarget.checked)}
    />
  )
}

function PhoneOutcome({ phone }: { phone: 'ios' | 'android' }) {
  const { profile } = useSession().current
  const sentence = useDerived((form) => phoneSentence(form, phone, profile))
  return (
    <IconLine icon={CornerDownRight} size={13} c="dimmed" fz="xs">
      {sentence}
    </IconLine>
  )
}

import { TextInput } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { completeAddress } from '../../../contract/address/mend.ts'
import type { AddressWarning } from '../../../contract/address/warning.ts'
import { addressWarnings, trackingWarnings } from '../../../contract/address/warnings.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { useField, useTracking } from '../../link/FormContext.tsx'
import { useFieldError } from '../../link/FormChecks.tsx'

interface TargetFieldProps {
  name: 'iosUrl' | 'androidUrl' | 'desktopUrl'
  path: string
  label: string
  icon: LucideIcon
  /** Whether the label is only for screen readers, because visible text above says the same. */
  bare?: boolean
}

/** Edits a redirect address. On blur it is completed and validated, but not on every keystroke. */
export function TargetField({ name, path, label, icon: Icon, bare = false }: TargetFieldProps) {
  const [url, set] = useField(name)
  const { error, warning, left: isLeft, leave } = useFieldError(path, true)
  // What leaving the field completes needs no fix: its button would disappear just as Tab reaches it.
  const warnings = useTargetWarnings(completeAddress(url), name === 'desktopUrl' ? 'everyone' : 'phone')
  const visibleWarnings = isLeft ? warnings : []
  // Shown once, where it can be fixed.
  const isReported = visibleWarnings.some(({ isError }) => isError)
  const input = useRef<HTMLInputElement>(null)
  const complete = () => set(completeAddress(url))
  const mend = (mended: string) => {
    set(mended)
    // The pressed button disappears with the correction.
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      label={bare ? undefined : label}
      aria-label={label}
      leftSection={<Icon size={15} aria-hidden />}
      placeholder="https://shop.example.com/summer"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      value={url}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => {
        complete()
        leave()
      }}
      // Runs before the shortcut that creates the link, which does not blur the field.
      onKeyDown={(event) => event.key === 'Enter' && complete()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        isLeft && (warning !== undefined || visibleWarnings.length > 0) ? (
          <TargetWarnings
            warning={isReported ? undefined : warning}
            warnings={visibleWarnings}
            refused={error !== undefined}
            set={mend}
          />
        ) : undefined
      }
      error={isReported ? error !== undefined : error}
    />
  )
}

function useTargetWarnings(url: string, platform: 'phone' | 'everyone'): AddressWarning[] {
  const tracking = useTracking()
  return useMemo(
    () => [...addressWarnings(url, platform), ...trackingWarnings(url, tracking)],
    [url, platform, tracking],
  )
}

interface TargetWarningsProps {
  warning: string | undefined
  warnings: AddressWarning[]
  /** Whether the address blocks the create. */
  refused: boolean
  set: (url: string) => void
}

function TargetWarnings({ warning, warnings, refused, set }: TargetWarningsProps) {
  return (
    <>
      {warning !== undefined && <FieldWarning text={`This service may reject it: ${warning}`} />}
      {warnings.map(({ text, fix, isError = false }) => (
        <FieldWarning
          key={text}
          text={text}
          fix={fix && { label: fix.label, apply: () => set(fix.url) }}
          refusal={refused && isError}
        />
      ))}
    </>
  )
}

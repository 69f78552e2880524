import { TextInput, type TextInputProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { useContext } from 'react'
import { cleanValue } from '../../../contract/app/values/cleanValue.ts'
import { completeAddress } from '../../../contract/app/values/completeAddress.ts'
import type { ValueWarning } from '../../../contract/app/values/warning.ts'
import { addressWarnings, trackingWarnings } from '../../../contract/app/values/addressWarnings.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import type { AddressRules } from '../../link/addressRules.ts'
import { pick, trackingNames, type TrackingName } from '../../../contract/service/link/fields.ts'
import { withFormParameters } from '../../link/formParameters.ts'
import { useDerivedTexts, useField, useTracking } from '../../link/FormContext.tsx'
import { useCleaning } from '../../link/useCleaning.ts'
import { useSetWithUndo } from '../../link/useSetWithUndo.ts'
import { FormChecksContext, useFieldError, useRules } from '../../link/FormChecks.tsx'
import { useMoveTracking } from './useMoveTracking.ts'

interface TargetFieldProps extends Pick<TextInputProps, 'size' | 'autoFocus'> {
  name: 'iosUrl' | 'androidUrl' | 'desktopUrl'
  path: string
  label: string
  icon: LucideIcon
  /** Whether only screen readers get the label, because visible text above says the same. */
  hidesLabel?: boolean
  /** Whether a dialog focuses it first. */
  'data-autofocus'?: boolean
}

/** Edits a redirect address. On blur it is completed and validated, but not on every keystroke. */
export function TargetField({
  name,
  path,
  label,
  icon: Icon,
  hidesLabel = false,
  ...inputProps
}: TargetFieldProps) {
  const [url, set] = useField(name)
  // Leaving the field completes the address, so that needs no fix. Its button would disappear just as Tab reaches it.
  const { cleaning, completed } = useCompletion(url, set)
  // What a copy, a draft or a preset filled in is checked before the field is left.
  const { error, warning, left: isLeft, leave } = useFieldError(path, url === '' || cleaning.isTyping)
  const tracking = useTracking()
  const warnings = isLeft ? findWarnings(completed, name, tracking) : []
  const addressRules = useAddressRules(url, isLeft)
  // Shown once, where it can be fixed.
  const isReported = warnings.some(({ isError }) => isError)
  const rejection = isLeft && !isReported ? warning : undefined
  const setWithUndo = useSetWithUndo()
  const moveTracking = useMoveTracking(setWithUndo)
  const isNew = useContext(FormChecksContext).original === undefined
  const complete = () => {
    set(completed)
    // Looking at a field of an existing link must not change the link.
    if (isNew || cleaning.isTyping) moveTracking()
  }
  const moveByRules = (moved: string) =>
    setWithUndo({ ...addressRules.moved, [name]: moved }, 'Tracking moved to its fields.')
  const hasNotes = rejection !== undefined || warnings.length > 0 || addressRules.warnings.length > 0
  return (
    <TextInput
      data-field={name}
      label={hidesLabel ? undefined : label}
      aria-label={label}
      leftSection={<Icon size={15} />}
      placeholder="https://shop.example.com/summer"
      inputMode="url"
      value={url}
      onChange={(event) => cleaning.type(event.currentTarget.value)}
      onBlur={() => {
        cleaning.leave()
        complete()
        leave()
      }}
      // Runs before the shortcut that creates the link, which does not blur the field.
      onKeyDown={(event) => event.key === 'Enter' && complete()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        hasNotes ? (
          <>
            {rejection !== undefined && <FieldWarning text={`This service may reject it: ${rejection}`} />}
            <TargetWarnings warnings={warnings} refused={error !== undefined} apply={set} />
            <TargetWarnings warnings={addressRules.warnings} apply={moveByRules} />
          </>
        ) : (
          cleaning.note
        )
      }
      error={isReported ? error !== undefined : error}
      {...inputProps}
    />
  )
}

function findWarnings(url: string, name: TargetFieldProps['name'], tracking: Record<TrackingName, string>) {
  const platform = name === 'desktopUrl' ? 'everyone' : 'phone'
  return [...addressWarnings(url, platform), ...trackingWarnings(url, tracking)]
}

/** Returns the completed address. An existing one keeps its invisible characters until the user removes them. */
function useCompletion(url: string, set: (url: string) => void) {
  const cleaning = useCleaning('desktop_custom_redirect', url, set, completeAddress)
  const isCleaned = cleaning.isTyping || cleanValue('desktop_custom_redirect', url) === url
  return { cleaning, completed: isCleaned ? completeAddress(url) : url }
}

const noAddressRules: AddressRules = { warnings: [], moved: {} }

/** Returns what the profile's rules say about the tracking in an address, unless it is being typed. */
function useAddressRules(url: string, isLeft: boolean): AddressRules {
  const rules = useRules()
  const parameters = rules?.parameters.map(({ field }) => field) ?? []
  const values = useDerivedTexts((form) =>
    pick(withFormParameters(form, parameters), [...trackingNames, ...parameters]),
  )
  return isLeft && rules ? rules.address(completeAddress(url), values) : noAddressRules
}

interface TargetWarningsProps {
  warnings: ValueWarning[]
  /** Whether the address prevents the link from being created. */
  refused?: boolean
  apply: (url: string) => void
}

function TargetWarnings({ warnings, refused = false, apply }: TargetWarningsProps) {
  return warnings.map(({ text, fix, isError = false }) => (
    <FieldWarning key={text} text={text} fix={fix} apply={apply} refusal={refused && isError} />
  ))
}

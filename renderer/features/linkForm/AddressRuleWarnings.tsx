import type { AddressRules } from '../../link/addressRules.ts'
import { useSetWithUndo } from '../../link/useSetWithUndo.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'

interface AddressRuleWarningsProps extends AddressRules {
  name: 'iosUrl' | 'androidUrl' | 'desktopUrl'
  setWithUndo: ReturnType<typeof useSetWithUndo>
  /** Moves the focus to the field, because the pressed button disappears with these warnings. */
  onMoved: () => void
}

/** Shows tracking in an address that breaks rules, with a button that moves it to the tracking fields. */
export function AddressRuleWarnings(props: AddressRuleWarningsProps) {
  const { name, warnings, moved, setWithUndo, onMoved } = props
  const move = ({ url, tracking }: NonNullable<AddressRules['moved']>) => {
    setWithUndo({ ...tracking, [name]: url }, 'Tracking moved to its fields.')
    onMoved()
  }
  return warnings.map((text, index) => (
    <FieldWarning
      key={text}
      text={text}
      fix={
        moved && index === warnings.length - 1
          ? { label: 'Move to the tracking fields', apply: () => move(moved) }
          : null
      }
    />
  ))
}

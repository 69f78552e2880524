import type { AddressRules } from '../../link/addressRules.ts'
import { unchangedFields } from '../../link/form.ts'
import { useFormStore } from '../../link/FormContext.tsx'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import type { useUndoToast } from '../../ui/useUndoToast.ts'

interface AddressRuleWarningsProps extends AddressRules {
  name: 'iosUrl' | 'androidUrl' | 'desktopUrl'
  showUndo: ReturnType<typeof useUndoToast>
  /** Moves the focus to the field, because the pressed button disappears with these warnings. */
  onMoved: () => void
}

/** Shows tracking in an address that breaks rules, with a button that moves it to the tracking fields. */
export function AddressRuleWarnings(props: AddressRuleWarningsProps) {
  const { name, warnings, moved, showUndo, onMoved } = props
  const store = useFormStore()
  const move = ({ url, tracking }: NonNullable<AddressRules['moved']>) => {
    const before = store.get()
    store.set({ ...tracking, [name]: url })
    const after = store.get()
    showUndo({
      message: 'Tracking moved to its fields.',
      undo: () => store.set(unchangedFields(before, after, store.get())),
    })
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

import { sourceMediumNames } from '../../../contract/library/trackingColumns.ts'
import { byName } from '../../../contract/link/fields.ts'
import type { FormValues } from '../../link/form.ts'

/** Returns the form of the next link in a campaign: the same without the channel, which distinguishes such links. */
export function nextLinkForm(form: FormValues): FormValues {
  return { ...form, ...byName(sourceMediumNames, () => '') }
}

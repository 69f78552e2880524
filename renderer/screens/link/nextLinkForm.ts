import type { FormValues } from '../../link/form.ts'

/** The form of the next link of a campaign: the same but for the channel, which is what tells such links apart. */
export function nextLinkForm(form: FormValues): FormValues {
  return { ...form, source: '', medium: '' }
}

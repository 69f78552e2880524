import type { imageCalls } from '../../contract/app/calls/app/images.ts'
import type { AppServices } from '../appServices.ts'
import type { Handlers } from '../dispatch.ts'
import { fetchImage } from '../images/fetchImage.ts'

export function imageHandlers({
  sender,
  cancelling,
}: Pick<AppServices, 'sender' | 'cancelling'>): Pick<Handlers, keyof typeof imageCalls> {
  return {
    'images.fetch': ({ url, id = '' }) => cancelling.during(id, (signal) => fetchImage(sender, url, signal)),
  }
}

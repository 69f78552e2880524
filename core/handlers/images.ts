import type { AppServices } from '../appServices.ts'
import type { Handlers } from '../dispatch.ts'
import { fetchImage } from '../images/fetchImage.ts'

export function imageHandlers({ sender, cancelling }: AppServices) {
  return {
    'images.fetch': ({ url, id = '' }) => cancelling.during(id, (signal) => fetchImage(sender, url, signal)),
  } satisfies Partial<Handlers>
}

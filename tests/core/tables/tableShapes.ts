import type { Encoding } from '../../../contract/app/tables/encodings.ts'

/** A table as people keep it. */
export interface TableShape {
  name: string
  format: 'text' | 'xlsx' | 'biff8' | 'ods' | 'html' | 'paste' | 'json'
  delimiter: string
  /** The column names; `null` for a table without them. */
  header: string[] | null
  rows: string[][]
  /** The encodings in which programs of its region write it. */
  encodings: Encoding[]
}

const address = (path: string) => `https://shop.example/${path}`
const english: Encoding[] = ['windows-1252', 'macintosh', 'utf-16le', 'utf-16be']

/** Twelve shapes of tables, rebuilt from what people paste and upload. */
export const tableShapes: TableShape[] = [
  {
    ...{ name: 'a campaign sheet in English', format: 'text', delimiter: ',', encodings: english },
    header: ['Title', 'URL', 'Tags', 'Source', 'Medium', 'Campaign'],
    rows: [
      ['Summer sale – café', address('sale'), 'summer', 'news', 'email', 'summer-26'],
      ['Jeans', address('jeans?color=blue'), 'denim', 'social', 'post', 'summer-26'],
      ['Naïve résumé', address('hats'), 'summer', 'news', 'email', 'autumn-26'],
      ['Shoes', address('shoes#top'), 'new', 'partner', 'referral', 'autumn-26'],
    ],
  },
  {
    ...{ name: 'a German sheet', format: 'text', delimiter: ';', encodings: ['windows-1252', 'cp850'] },
    header: ['Titel', 'Ziel', 'Schlagwörter', 'Quelle', 'Medium', 'Kampagne'],
    rows: [
      ['Größe wählen', address('groesse'), 'grün', 'brief', 'print', 'frühling'],
      ['Straßenfest', address('fest'), 'süß', 'plakat', 'print', 'frühling'],
      ['Übersicht', address('liste'), 'blau', 'mail', 'email', 'märz'],
    ],
  },
  {
    ...{ name: 'a Polish sheet', format: 'text', delimiter: ';', encodings: ['windows-1250', 'cp852'] },
    header: ['Title', 'URL', 'Campaign', 'Source'],
    rows: [
      ['Zażółć gęślą jaźń', address('lodz'), 'święta', 'gazeta'],
      ['Łódź i okolice', address('wies'), 'święta', 'ulotka'],
      ['Książki dla dzieci', address('ksiazki'), 'wiosna', 'gazeta'],
    ],
  },
  {
    ...{ name: 'a Japanese sheet', format: 'text', delimiter: ',', encodings: ['shift_jis', 'euc-jp'] },
    header: ['Title', 'URL', 'Campaign'],
    rows: [
      ['夏のセール', address('natsu'), '夏のキャンペーン'],
      ['新しい靴を見る', address('kutsu'), '秋のキャンペーン'],
      ['お問い合わせはこちら', address('toi'), '秋のキャンペーン'],
    ],
  },
  {
    ...{
      name: 'a Russian sheet',
      format: 'text',
      delimiter: ';',
      encodings: ['windows-1251', 'koi8-r', 'ibm866'],
    },
    header: ['Title', 'URL', 'Source', 'Campaign'],
    rows: [
      ['Летняя распродажа', address('leto'), 'рассылка', 'лето'],
      ['Новая коллекция обуви', address('obuv'), 'плакат', 'осень'],
      ['Контакты', address('kontakt'), 'рассылка', 'осень'],
    ],
  },
  {
    ...{ name: 'a Chinese sheet', format: 'text', delimiter: ',', encodings: ['gb18030'] },
    header: ['Title', 'URL', 'Source', 'Campaign'],
    rows: [
      ['夏季促销活动', address('xia'), '微信公众号', '夏季促销'],
      ['新款女鞋', address('xie'), '微博', '秋季上新'],
      ['联系我们', address('lianxi'), '微信公众号', '秋季上新'],
    ],
  },
  {
    ...{ name: 'app data with tabs', format: 'text', delimiter: '\t', encodings: english },
    header: ['Title', 'URL', 'data.id', 'data.sale'],
    rows: [
      ['Détails', address('p/1'), '1001', 'yes'],
      ['Jeans', address('p/2'), '1002', 'no'],
      ['Shirt', address('p/3'), '1003', 'no'],
    ],
  },
  {
    ...{
      name: 'one address per line',
      format: 'text',
      delimiter: ',',
      header: null,
      encodings: ['utf-16le'],
    },
    rows: [[address('a')], [address('b?x=1')], [address('c#d')], [address('e;f=1')]],
  },
  {
    ...{
      name: 'a Czech sheet with bars',
      format: 'text',
      delimiter: '|',
      encodings: ['windows-1250', 'cp852'],
    },
    header: ['Title', 'URL', 'Medium', 'Campaign'],
    rows: [
      ['Příliš žluťoučký kůň', address('kun'), 'tištěné', 'jaro'],
      ['Nové boty', address('boty'), 'e-mail', 'léto'],
      ['Školní potřeby', address('skola'), 'e-mail', 'léto'],
    ],
  },
  {
    ...{ name: 'a workbook', format: 'xlsx', delimiter: ',', encodings: [] },
    header: ['Title', 'URL', 'Tags', 'Campaign'],
    rows: [
      ['Sale', address('sale'), 'summer', 'spring'],
      ['Jeans', address('jeans'), 'denim', 'spring'],
      ['Hats', address('hats'), 'new', 'autumn'],
      ['Shoes', address('shoes'), 'new', 'autumn'],
    ],
  },
  {
    ...{ name: 'cells copied from a spreadsheet', format: 'paste', delimiter: '\t', encodings: [] },
    header: ['Title', 'URL', 'Source', 'Campaign'],
    rows: [
      ['Sale', address('sale'), 'news', 'spring'],
      ['Jeans', address('jeans'), 'social', 'spring'],
      ['Hats', address('hats'), 'news', 'autumn'],
    ],
  },
  {
    ...{ name: 'a JSON list', format: 'json', delimiter: ',', encodings: [] },
    header: ['title', 'url', 'tags', 'utm_campaign'],
    rows: [
      ['Sale', address('sale'), 'summer', 'spring'],
      ['Jeans', address('jeans'), 'denim', 'spring'],
      ['Hats', address('hats'), 'new', 'autumn'],
    ],
  },
]

/** Parses Server-Sent Events, as far as the service uses them. */

export interface ServerEvent {
  readonly type: string;
  readonly id: string;
  readonly data: string;
}

/** Skips an unfinished last event: the service sends it again after a reconnect. */
export async function* readEvents(lines: AsyncIterable<string>): AsyncGenerator<ServerEvent, void> {
  let fields: Record<string, string> = {};
  for await (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*?)\r?$/.exec(line) ?? [];
    if (name !== '') {
      fields[name] = name in fields && name === 'data' ? `${fields[name]}\n${value}` : value;
    } else if (line.replace('\r', '') === '') {
      const { event: type = 'message', id = '', data } = fields;
      if (data !== undefined) yield { type, id, data };
      fields = {};
    }
  }
}

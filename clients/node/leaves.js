// The signed part of a frame: the received bytes without a few fields. The fields are cut out of the bytes and
// nothing is serialized again, so that fields of a newer referee, which are unknown here but signed, are kept.

/** Return a function that returns the signed bytes of all frames in a serialized PlayResponse. */
export function leafReader(definition) {
  const number = (message, field) => fieldsOf(definition, message).find(({ name }) => name === field).number;
  const frames = number("PlayResponse", "frames");
  const frame = number("MatchFrame", "frame");
  const question = number("Frame", "question");
  const text = number("Question", "text");
  const unsigned = ["isAnswered", "receipt", "view", "clock"].map((field) => number("Frame", field));

  const leaf = (bytes) =>
    Buffer.concat(
      [...parts(bytes)]
        .filter((part) => !unsigned.includes(part.number))
        .map((part) => (part.number === question ? withContent(part, cut(part.content, text)) : part.whole)),
    );
  const inside = (bytes, wanted) => [...parts(bytes)].filter((part) => part.number === wanted);
  return (bytes) => inside(bytes, frames).map(({ content }) => leaf(inside(content, frame)[0].content));
}

function fieldsOf(definition, message) {
  return definition[`referee.api.v1.${message}`].type.field;
}

function cut(bytes, unwanted) {
  return Buffer.concat([...parts(bytes)].filter(({ number }) => number !== unwanted).map(({ whole }) => whole));
}

function withContent({ tag }, content) {
  return Buffer.concat([tag, writeVarint(content.length), content]);
}

/** Yield the fields of a serialized message. */
function* parts(bytes) {
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    const key = readVarint(bytes, at);
    let from = key.end;
    let size = 0;
    if (key.value % 8 === 0) size = readVarint(bytes, from).end - from;
    else if (key.value % 8 === 1) size = 8;
    else if (key.value % 8 === 5) size = 4;
    else ({ value: size, end: from } = readVarint(bytes, from));
    at = from + size;
    yield {
      number: Math.floor(key.value / 8),
      tag: bytes.subarray(start, key.end),
      whole: bytes.subarray(start, at),
      content: bytes.subarray(from, at),
    };
  }
}

function readVarint(bytes, at) {
  let value = 0;
  for (let scale = 1, end = at; end < bytes.length; scale *= 128) {
    const byte = bytes[end++];
    value += (byte % 128) * scale;
    if (byte < 128) return { value, end };
  }
  throw new Error("the message ends in the middle of a number");
}

function writeVarint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Buffer.from([...bytes, value]);
}

import protobuf from "protobufjs";

/** The part of onnx.proto (IR version 10) that the writer and the reader use, with its field numbers. */
const schema = {
  nested: {
    AttributeProto: {
      fields: {
        name: { type: "string", id: 1 },
        f: { type: "float", id: 2 },
        i: { type: "int64", id: 3 },
        s: { type: "bytes", id: 4 },
        t: { type: "TensorProto", id: 5 },
        g: { type: "GraphProto", id: 6 },
        floats: { rule: "repeated", type: "float", id: 7 },
        ints: { rule: "repeated", type: "int64", id: 8 },
        type: { type: "int32", id: 20 },
      },
    },
    ValueInfoProto: { fields: { name: { type: "string", id: 1 }, type: { type: "TypeProto", id: 2 } } },
    NodeProto: {
      fields: {
        input: { rule: "repeated", type: "string", id: 1 },
        output: { rule: "repeated", type: "string", id: 2 },
        name: { type: "string", id: 3 },
        opType: { type: "string", id: 4 },
        attribute: { rule: "repeated", type: "AttributeProto", id: 5 },
        domain: { type: "string", id: 7 },
      },
    },
    GraphProto: {
      fields: {
        node: { rule: "repeated", type: "NodeProto", id: 1 },
        name: { type: "string", id: 2 },
        initializer: { rule: "repeated", type: "TensorProto", id: 5 },
        input: { rule: "repeated", type: "ValueInfoProto", id: 11 },
        output: { rule: "repeated", type: "ValueInfoProto", id: 12 },
      },
    },
    TensorProto: {
      fields: {
        dims: { rule: "repeated", type: "int64", id: 1 },
        dataType: { type: "int32", id: 2 },
        floatData: { rule: "repeated", type: "float", id: 4 },
        int32Data: { rule: "repeated", type: "int32", id: 5 },
        int64Data: { rule: "repeated", type: "int64", id: 7 },
        name: { type: "string", id: 8 },
        rawData: { type: "bytes", id: 9 },
        externalData: { rule: "repeated", type: "StringStringEntryProto", id: 13 },
        dataLocation: { type: "int32", id: 14 },
      },
    },
    TensorShapeProto: {
      fields: { dim: { rule: "repeated", type: "Dimension", id: 1 } },
      nested: {
        Dimension: {
          oneofs: { value: { oneof: ["dimValue", "dimParam"] } },
          fields: { dimValue: { type: "int64", id: 1 }, dimParam: { type: "string", id: 2 } },
        },
      },
    },
    TypeProto: {
      oneofs: { value: { oneof: ["tensorType"] } },
      fields: { tensorType: { type: "Tensor", id: 1 } },
      nested: {
        Tensor: {
          fields: { elemType: { type: "int32", id: 1 }, shape: { type: "TensorShapeProto", id: 2 } },
        },
      },
    },
    OperatorSetIdProto: { fields: { domain: { type: "string", id: 1 }, version: { type: "int64", id: 2 } } },
    StringStringEntryProto: { fields: { key: { type: "string", id: 1 }, value: { type: "string", id: 2 } } },
    ModelProto: {
      fields: {
        irVersion: { type: "int64", id: 1 },
        producerName: { type: "string", id: 2 },
        graph: { type: "GraphProto", id: 7 },
        opsetImport: { rule: "repeated", type: "OperatorSetIdProto", id: 8 },
        metadataProps: { rule: "repeated", type: "StringStringEntryProto", id: 14 },
      },
    },
  },
};

const model = protobuf.Root.fromJSON(schema).lookupType("ModelProto");

export interface AttributeProto {
  readonly name: string;
  readonly type: number;
  readonly f?: number;
  readonly i?: number;
  readonly s?: Uint8Array;
  readonly g?: GraphProto;
  readonly ints?: readonly number[];
}

export interface NodeProto {
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly name: string;
  readonly opType: string;
  readonly attribute: readonly AttributeProto[];
  readonly domain: string;
}

export interface TensorProto {
  readonly dims: readonly number[];
  readonly dataType: number;
  readonly name: string;
  readonly rawData: Uint8Array;
}

export interface ValueInfoProto {
  readonly name: string;
  readonly type: {
    readonly tensorType: {
      readonly elemType: number;
      readonly shape: {
        readonly dim: readonly ({ readonly dimValue: number } | { readonly dimParam: string })[];
      };
    };
  };
}

export interface GraphProto {
  readonly name: string;
  readonly node: readonly NodeProto[];
  readonly initializer: readonly TensorProto[];
  readonly input: readonly ValueInfoProto[];
  readonly output: readonly ValueInfoProto[];
}

interface ModelProto {
  readonly irVersion: number;
  readonly producerName: string;
  readonly graph: GraphProto;
  readonly opsetImport: readonly { readonly domain: string; readonly version: number }[];
  readonly metadataProps: readonly { readonly key: string; readonly value: string }[];
}

/** The bytes of an ONNX file. */
export function encodeModel(value: ModelProto): Uint8Array {
  return model.encode(model.fromObject(value)).finish();
}

/** A tensor of a file that somebody else wrote; its numbers may be in any of several fields, or in another file. */
export interface ReadTensorProto extends TensorProto {
  readonly floatData: readonly number[];
  readonly int32Data: readonly number[];
  readonly int64Data: readonly number[];
  readonly externalData: readonly { readonly key: string; readonly value: string }[];
  /** 1 where the numbers are in another file. */
  readonly dataLocation: number;
}

/** A node of a file that somebody else wrote. */
export interface ReadNodeProto extends Omit<NodeProto, "attribute"> {
  readonly attribute: readonly {
    readonly name: string;
    readonly f: number;
    readonly i: number;
    readonly ints: readonly number[];
    readonly t: ReadTensorProto | null;
  }[];
}

interface ReadModelProto {
  readonly irVersion: number;
  readonly opsetImport: readonly { readonly domain: string; readonly version: number }[];
  readonly graph: {
    readonly node: readonly ReadNodeProto[];
    readonly initializer: readonly ReadTensorProto[];
    readonly input: readonly { readonly name: string }[];
    readonly output: readonly { readonly name: string }[];
  } | null;
}

/** What the bytes of an ONNX file say; throws where they are no such file. Large arrays stay where they are. */
export function decodeModel(bytes: Uint8Array): ReadModelProto {
  return model.toObject(model.decode(bytes), {
    longs: Number,
    arrays: true,
    defaults: true,
  }) as unknown as ReadModelProto;
}

/**
 * The bytes of an ONNX file that computes one more value of its graph as an output. Messages that follow one another
 * are one message, so the rest of the file stays as it is.
 */
export function withOutput(bytes: Uint8Array, name: string): Uint8Array {
  const more = model.encode(model.fromObject({ graph: { output: [{ name }] } })).finish();
  const whole = new Uint8Array(bytes.length + more.length);
  whole.set(bytes);
  whole.set(more, bytes.length);
  return whole;
}

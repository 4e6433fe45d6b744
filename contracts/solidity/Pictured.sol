// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The metadata of a collection whose pictures are drawn on chain: an SVG with a number of the token's own in
/// each gap between its pieces. The code is set at an address without a constructor, so `describe` does its work.
/// It obeys anyone: for local chains only.
abstract contract Pictured {
    struct Range {
        uint16 least;
        uint16 most;
    }

    bytes internal constant LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    string public name;
    string public symbol;
    string internal description;
    string[] internal pieces;
    Range[] internal gaps;

    function describe(
        string calldata name_,
        string calldata symbol_,
        string calldata description_,
        string[] calldata pieces_,
        Range[] calldata gaps_
    ) external {
        require(pieces_.length == gaps_.length + 1, "Pictured: a gap is between two pieces");
        name = name_;
        symbol = symbol_;
        description = description_;
        delete pieces;
        delete gaps;
        for (uint256 i; i < pieces_.length; ++i) pieces.push(pieces_[i]);
        for (uint256 i; i < gaps_.length; ++i) gaps.push(gaps_[i]);
    }

    /// The metadata of the collection itself, as marketplaces read it.
    function contractURI() external view returns (string memory) {
        return asJson(string.concat('{"name":"', name, '","description":"', description, '","image":"', imageOf(0), '"}'));
    }

    function metadataOf(uint256 id) internal view returns (string memory) {
        string memory title = string.concat(name, " #", decimal(id));
        return asJson(string.concat('{"name":"', title, '","description":"', description, '","image":"', imageOf(id), '"}'));
    }

    function imageOf(uint256 id) private view returns (string memory) {
        bytes memory svg = bytes(pieces[0]);
        for (uint256 i; i < gaps.length; ++i) {
            Range memory gap = gaps[i];
            uint256 drawn = uint256(keccak256(abi.encode(id, i))) % (uint256(gap.most) - gap.least + 1);
            svg = bytes.concat(svg, bytes(decimal(gap.least + drawn)), bytes(pieces[i + 1]));
        }
        return string.concat("data:image/svg+xml;base64,", base64(svg));
    }

    function asJson(string memory json) private pure returns (string memory) {
        return string.concat("data:application/json;base64,", base64(bytes(json)));
    }

    function decimal(uint256 value) private pure returns (string memory) {
        uint256 length = 1;
        for (uint256 rest = value / 10; rest > 0; rest /= 10) ++length;
        bytes memory digits = new bytes(length);
        for (uint256 i = length; i > 0; value /= 10) digits[--i] = bytes1(uint8(48 + (value % 10)));
        return string(digits);
    }

    /// Writes three bytes as four letters. A last group of one or two bytes ends in equals signs.
    function base64(bytes memory data) private pure returns (string memory) {
        bytes memory letters = LETTERS;
        bytes memory text = new bytes(4 * ((data.length + 2) / 3));
        for (uint256 i; i < data.length; i += 3) {
            uint256 group = uint256(uint8(data[i])) << 16;
            if (i + 1 < data.length) group |= uint256(uint8(data[i + 1])) << 8;
            if (i + 2 < data.length) group |= uint8(data[i + 2]);
            uint256 first = (i / 3) * 4;
            text[first] = letters[group >> 18];
            text[first + 1] = letters[(group >> 12) & 63];
            text[first + 2] = i + 1 < data.length ? letters[(group >> 6) & 63] : bytes1("=");
            text[first + 3] = i + 2 < data.length ? letters[group & 63] : bytes1("=");
        }
        return string(text);
    }
}
